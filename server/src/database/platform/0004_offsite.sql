-- The state of BACKUP_COMMAND, which all copies of the server share. No backup contains this table.

create table solostead.offsite (
  is_only boolean primary key default true constraint offsite_has_one_row check (is_only),
  -- The time of the newest backup that the command has taken.
  taken timestamptz,
  -- The time of the last backup that the command got, and when it got it.
  tried timestamptz,
  tried_at timestamptz,
  -- Why it was not taken.
  failure text
);

insert into solostead.offsite default values;
