-- How far each person of the lab may go, and who they are to the review workspace.

-- `role` stays 'admin' for everyone who may enter. owner: people, templates, settings and all below; reviewer: moves,
-- notes, tags, ratings, mails; reader: reads and exports. Whoever is made on the command line owns the place.
alter table public.user_roles
  add column access text not null default 'owner'
    constraint user_roles_access_check check (access in ('owner', 'reviewer', 'reader')),
  add column invited_by uuid references public.user_roles (user_id) on delete set null;

create index user_roles_invited_by_idx on public.user_roles (invited_by) where invited_by is not null;

-- One row: what holds for the whole workspace.
create table public.review_settings (
  only_row boolean primary key default true check (only_row),
  second_factor_required boolean not null default false
);

revoke all on table public.review_settings from public, anon, authenticated;
grant select on table public.review_settings to authenticated;
grant select, update on table public.review_settings to service_role;
alter table public.review_settings enable row level security;
create policy "admins read the settings" on public.review_settings
  for select to authenticated
  using ((select public.is_admin()));

insert into public.review_settings default values;

-- As before, and: where the lab requires a second factor of all, a token of level aal2 is owed by all.
create or replace function public.is_admin() returns boolean
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
    or not (
      exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
      or (select s.second_factor_required from public.review_settings s)
    )
  )
$$;

-- The caller's access: owner, reviewer or reader; null for everybody who may not enter now.
create function public.review_access() returns text
language sql stable security definer set search_path = ''
as $$
  select r.access from public.user_roles r where r.user_id = auth.uid() and public.is_admin()
$$;

-- Refuses a caller whose access does not reach as far as `needed`.
create function private.demand(needed text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  ranks constant text[] := array['reader', 'reviewer', 'owner'];
  access text := public.review_access();
begin
  if access is null then
    raise insufficient_privilege using message = 'You are not allowed to enter the review workspace.';
  end if;
  if array_position(ranks, access) < array_position(ranks, needed) then
    raise insufficient_privilege using message = format('This needs the access of %s; yours is %s.', needed, access);
  end if;
end
$$;

-- The name that history shows for the caller; kept as text, so that it outlives the account.
create function private.caller_email() returns text
language sql stable security definer set search_path = ''
as $$
  select u.email from auth.users u where u.id = auth.uid()
$$;

-- Who asks, for anyone signed in: a person who still owes a second factor must be told so.
create function public.review_me() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'user_id', auth.uid(),
    'email', private.caller_email(),
    'access', public.review_access(),
    'aal', coalesce(auth.jwt() ->> 'aal', 'aal1'),
    'second_factor_required', (select s.second_factor_required from public.review_settings s),
    'has_second_factor',
      exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
  )
$$;

revoke all on function public.review_access(), private.demand(text), private.caller_email(), public.review_me()
  from public, anon, authenticated;
grant execute on function public.review_access(), public.review_me() to authenticated;
