-- The tables of the auth schema are for the auth service and for the database's owner. No API role reads one.
set role supabase_auth_admin;

do $$
declare
  auth_table regclass;
begin
  for auth_table in select oid from pg_catalog.pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' loop
    execute format('alter table %s enable row level security', auth_table);
    execute format('revoke all on table %s from public, anon, authenticated', auth_table);
    execute format('grant all on table %s to postgres', auth_table);
  end loop;
end
$$;

reset role;
