-- owner: sign-in
-- Nobody has used the session's current halves yet: the answer that carried them may be lost, so the previous ones stay valid.
alter table portal.session add column is_unused boolean not null default false;
