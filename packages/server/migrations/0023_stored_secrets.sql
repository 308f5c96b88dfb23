-- owner: platform
-- Every stored secret names the key that it is encrypted under. These functions read that name, for the indexes below and for
-- `coopline keys`; '' stands for a former keyed hash, of 32 bytes, that names none.
create function portal.key_id_of(secret bytea) returns text language sql immutable strict parallel safe as $$
  select case when length(secret) = 32 then '' else encode(substring(secret from 2 for get_byte(secret, 0)), 'escape') end
$$;
create function portal.key_id_of(secret text) returns text language sql immutable strict parallel safe as $$
  select case when secret like 'sealed:%' then portal.key_id_of(decode(substring(secret from 8 for 28), 'base64'))
    else coalesce(substring(secret from 'keyid=([a-z0-9-]+)'), '') end
$$;

create index login_by_password_key on portal.login (portal.key_id_of(password_hash), login_id);
create index login_by_answer_key on portal.login (portal.key_id_of(secret_answer_hash), login_id)
  where secret_answer_hash is not null;
create index login_by_app_key on portal.login (portal.key_id_of(app_secret), login_id) where app_secret is not null;
create index login_by_pending_app_key on portal.login (portal.key_id_of(pending_app_secret), login_id)
  where pending_app_secret is not null;
create index recovery_code_by_key on portal.recovery_code (portal.key_id_of(code_hash), login_id, code_hash)
  where used_at is null;
create index message_by_key on outbox.message (portal.key_id_of(body_text), id)
  where sent_at is null and body_text like 'sealed:%';

-- Verification codes end within hours and are not rewrapped; a row of a former version names no key.
alter table portal.verification_code add column key_id text;

-- Which keys this database has met. The fingerprint tells a key from another one that was given the same id.
create table portal.app_key (
  key_id text primary key,
  fingerprint bytea not null,
  first_seen_at timestamptz not null,
  -- Since when it stands first in APP_KEYS; null when another one does.
  current_since timestamptz
);
