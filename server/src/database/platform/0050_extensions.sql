-- Everything a Supabase database has besides its roles, two extensions in the schema `extensions`, and the
-- publication that migrations add tables to for Realtime. An owner who may not create them works without.

do $$
declare
  extension text;
begin
  foreach extension in array '{pgcrypto, uuid-ossp}'::text[] loop
    if exists (select from pg_catalog.pg_available_extensions e where e.name = extension) then
      execute format('create extension if not exists %I schema extensions', extension);
    end if;
  end loop;
exception
  when insufficient_privilege then null;
end
$$;

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
exception
  when insufficient_privilege then null;
end
$$;
