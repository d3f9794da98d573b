-- Event triggers with Supabase's names, which notify the data API of a changed schema. Only a superuser may create
-- them. Elsewhere `notify pgrst, 'reload schema'` must be run by hand.

do $do$
begin
  if exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    return;
  end if;

  create function extensions.pgrst_ddl_watch() returns event_trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if exists (
      select from pg_catalog.pg_event_trigger_ddl_commands() c where c.schema_name is distinct from 'pg_temp'
    ) then
      notify pgrst, 'reload schema';
    end if;
  end
  $$;

  create function extensions.pgrst_drop_watch() returns event_trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if exists (select from pg_catalog.pg_event_trigger_dropped_objects() d where not d.is_temporary) then
      notify pgrst, 'reload schema';
    end if;
  end
  $$;

  revoke all on function extensions.pgrst_ddl_watch(), extensions.pgrst_drop_watch() from public;

  create event trigger pgrst_ddl_watch on ddl_command_end
    when tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW',
      'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN',
      'ALTER DOMAIN', 'CREATE RULE', 'COMMENT', 'GRANT', 'REVOKE'
    )
    execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
exception
  when insufficient_privilege then null;
end
$do$;
