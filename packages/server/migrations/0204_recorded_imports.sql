-- owner: platform
-- Imports with a bounded report, for staff. Values of rows are left out: they may be about members.
create table portal.recorded_import (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The file or the folder that was imported: the first one of several.
  name text not null,
  file_count integer not null,
  started_at timestamptz not null,
  -- Null while it runs, and for good when its process was killed.
  ended_at timestamptz,
  outcome text check (outcome in ('completed', 'with-errors', 'failed')),
  row_count integer not null default 0,
  error_count integer not null default 0,
  notice_count integer not null default 0,
  -- The first files with their counts, and the first errors and notices.
  report jsonb not null
);
create index recorded_import_by_kind on portal.recorded_import (kind, id);
create index recorded_import_by_start on portal.recorded_import (started_at);
