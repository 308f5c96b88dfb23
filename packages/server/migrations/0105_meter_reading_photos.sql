-- owner: meter-readings
-- Photos of readings, without metadata and encrypted. The event tells the cooperative; staff save them at the command line.
create table portal.meter_reading_photo (
  reading_id bigint primary key references portal.meter_reading on delete cascade,
  account_number text not null,
  member_number text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  -- The key of this photo alone, encrypted: changing the keys of the portal rewrites it and not the photo.
  sealed_key bytea not null,
  content bytea not null check (length(content) < 3200000),
  created_at timestamptz not null
);
create index meter_reading_photo_by_age on portal.meter_reading_photo (created_at);
create index meter_reading_photo_by_account on portal.meter_reading_photo (account_number, reading_id);
create index meter_reading_photo_by_key on portal.meter_reading_photo (portal.key_id_of(sealed_key), reading_id);
