-- The data API hears of a changed schema by itself, as on Supabase. Only a superuser may make event triggers: elsewhere
-- `notify pgrst, 'reload schema'` stays to be said by hand.

create function solostead.reload_changed_schema() returns event_trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() c where c.schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create function solostead.reload_schema_without() returns event_trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from pg_catalog.pg_event_trigger_dropped_objects() d where not d.is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

revoke all on function solostead.reload_changed_schema(), solostead.reload_schema_without() from public;

do $$
begin
  create event trigger pgrst_ddl_watch on ddl_command_end
    when tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW',
      'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN',
      'ALTER DOMAIN', 'CREATE RULE', 'COMMENT', 'GRANT', 'REVOKE'
    )
    execute function solostead.reload_changed_schema();
  create event trigger pgrst_drop_watch on sql_drop
    execute function solostead.reload_schema_without();
exception
  when insufficient_privilege then null;
end
$$;
