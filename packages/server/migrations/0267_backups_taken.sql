-- owner: platform
-- When backups were completed, for the alarm `backup-missing`. A restored database has those from before its backup.
create table portal.backup_taken (
  taken_at timestamptz primary key
);
