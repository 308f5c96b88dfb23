-- owner: sign-in
-- When staff or a new password last opened the login: wrong passwords from before, of one browser or address, no longer count.
alter table portal.login add column unlocked_at timestamptz;
alter table portal.staff_login add column unlocked_at timestamptz;
