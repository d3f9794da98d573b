-- The roles and schemas of Supabase's own image, so that migrations written for it run here. Existing ones are kept,
-- because an administrator or Supabase may have created them. The owner need not be a superuser. privileges.ts checks
-- the rights that are needed.

do $$
declare
  attributes constant jsonb := '{
    "anon": "nologin noinherit",
    "authenticated": "nologin noinherit",
    "service_role": "nologin noinherit bypassrls",
    "authenticator": "login noinherit",
    "supabase_auth_admin": "login noinherit",
    "supabase_admin": "nologin noinherit",
    "dashboard_user": "nologin noinherit",
    "postgres": "nologin noinherit"
  }';
  needed constant text[] := '{anon, authenticated, service_role, authenticator, supabase_auth_admin}';
  name text;
begin
  for name in select jsonb_object_keys(attributes) loop
    if not exists (select from pg_catalog.pg_roles where rolname = name) then
      execute format('create role %I %s', name, attributes ->> name);
    end if;
  end loop;
  -- The owner becomes these roles. A superuser may do so anyway.
  foreach name in array needed loop
    if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user)
      and (not pg_has_role(current_user, name, 'usage') or not pg_has_role(current_user, name, 'member'))
    then
      execute format('grant %I to current_user', name);
    end if;
  end loop;
  foreach name in array '{anon, authenticated, service_role}'::text[] loop
    if not exists (
      select from pg_catalog.pg_auth_members m
      where m.roleid = name::regrole and m.member = 'authenticator'::regrole
    ) then
      execute format('grant %I to authenticator', name);
    end if;
  end loop;
end
$$;

-- Roles of Supabase's services, which few migrations name. An owner who may not create them works without.
do $$
declare
  services constant text[] :=
    '{storage_admin, realtime_admin, functions_admin, replication_admin, read_only_user, etl_admin}';
  name text;
begin
  foreach name in array services loop
    if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_' || name) then
      execute format('create role %I nologin noinherit', 'supabase_' || name);
    end if;
  end loop;
exception
  when insufficient_privilege then null;
end
$$;

-- One slow request must not keep a connection from all others. Where another role logs in and becomes these, the
-- server sets the same when it connects (open-databases.ts). On Supabase we may not change them.
do $$
begin
  alter role authenticator set statement_timeout = '8s';
  alter role authenticator set lock_timeout = '8s';
  alter role authenticator set idle_in_transaction_session_timeout = '30s';
  alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
  alter role supabase_auth_admin set search_path = 'auth';
exception
  when insufficient_privilege then null;
end
$$;

do $$
begin
  if to_regnamespace('extensions') is null then
    create schema extensions;
    grant usage on schema extensions to anon, authenticated, service_role;
  end if;
end
$$;

grant usage on schema public to anon, authenticated, service_role;
