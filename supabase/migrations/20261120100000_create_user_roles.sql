-- Who may enter the admin area, and the one predicate that every policy asks.

-- Functions that serve triggers and other functions live here, out of the data API's reach.
create schema if not exists private;
revoke all on schema private from public, anon, authenticated;

create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- 'admin' lets a person into /admin; other values grant nothing.
  role text not null default 'admin' check (role ~ '^[a-z_]{1,50}$'),
  created_at timestamptz not null default now()
);

revoke all on table public.user_roles from public, anon, authenticated;
grant select on table public.user_roles to authenticated;
grant select, insert, update, delete on table public.user_roles to service_role;

alter table public.user_roles enable row level security;

create policy "a person reads their own role" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()));

-- True for a living account with the role 'admin' and a session that has not ended. Whoever has a verified
-- second factor owes a token of level aal2. Tokens outlive what they attest, so tables decide, not claims.
create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles r
      join auth.users u on u.id = r.user_id
     where r.user_id = auth.uid()
       and r.role = 'admin'
       and u.deleted_at is null
       and (u.banned_until is null or u.banned_until <= now())
  )
  and (
    auth.jwt() ->> 'session_id' is null
    or exists (select from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid())
  )
  and (
    auth.jwt() ->> 'aal' = 'aal2'
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
  )
$$;

revoke all on function public.is_admin() from public, anon, authenticated;
grant execute on function public.is_admin() to anon, authenticated, service_role;
