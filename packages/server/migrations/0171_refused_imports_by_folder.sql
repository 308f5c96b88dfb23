-- owner: platform
-- What lies refused belongs to a watch folder, wherever it is mounted, and counts while the watch of the folder reports it.
alter table portal.refused_import
  -- The id in the folder itself. Rows of an earlier version have the path instead, until the first report of the folder.
  add column folder text not null default '',
  add column seen_at timestamptz not null default now();
update portal.refused_import set folder = directory;
alter table portal.refused_import drop constraint refused_import_pkey, add primary key (folder, file);
create index refused_import_by_seen on portal.refused_import (seen_at);
