-- The auth schema as in Supabase. The auth service's own role owns it, and only the database's owner may read it.
-- Policies get the caller from the three functions at the end.
create schema if not exists auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role;

set role supabase_auth_admin;

-- The caller's user id, the `sub` of the verified token, null for an anonymous user.
create function auth.uid() returns uuid
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

-- The caller's role (anon, authenticated or service_role).
create function auth.role() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

-- The caller's e-mail address as the token states it. Kept because Supabase has it.
create function auth.email() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

-- All claims of the verified token.
create function auth.jwt() returns jsonb
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

-- Only the caller's own claims come back, so every role may ask.
grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt() to public;

reset role;
