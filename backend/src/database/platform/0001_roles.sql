-- The roles and schemas that Supabase's own image brings, so that migrations written for it run here.
-- Everything is made only where it is missing: an administrator may have made it before.

do $$
declare
  attributes constant jsonb := '{
    "anon": "nologin noinherit",
    "authenticated": "nologin noinherit",
    "service_role": "nologin noinherit bypassrls",
    "authenticator": "login noinherit",
    "supabase_auth_admin": "login noinherit",
    "supabase_admin": "nologin noinherit",
    "dashboard_user": "nologin noinherit"
  }';
  name text;
begin
  for name in select jsonb_object_keys(attributes) loop
    if not exists (select from pg_catalog.pg_roles where rolname = name) then
      execute format('create role %I %s', name, attributes ->> name);
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;

-- One slow request must not keep a connection from all others.
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '30s';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_auth_admin set search_path = 'auth';

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;

create schema if not exists auth;
alter schema auth owner to supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;
