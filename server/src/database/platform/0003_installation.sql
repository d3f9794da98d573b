-- The identity of this database, so that the backups and erasures of several in one folder are kept apart.
-- A database that a restore or a move fills has another one. No backup contains this table.

create table solostead.installation (
  is_only boolean primary key default true constraint installation_has_one_row check (is_only),
  id uuid not null default gen_random_uuid(),
  -- Seals the headers of backups. Each half has 122 random bits.
  seal_key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  -- The databases that the rows came from.
  former uuid[] not null default '{}'
);

insert into solostead.installation default values;
