-- owner: sign-in
-- A new password closes the second steps of the login that are open.
create index second_step_by_login on portal.second_step (login_id) where used_at is null;
