-- owner: platform
-- What lies refused in the watch folders, for the alarm `import-refused`. A row goes when its file does.
create table portal.refused_import (
  directory text not null,
  file text not null,
  refused_at timestamptz not null,
  has_report boolean not null,
  mailed_at timestamptz,
  primary key (directory, file)
);
create index refused_import_by_time on portal.refused_import (refused_at);
create index refused_import_unmailed on portal.refused_import (refused_at) where mailed_at is null;
