-- owner: passkeys
-- A password reset suspends the passkeys of the login until the member confirms each one.
alter table portal.passkey add column suspended_at timestamptz;
