-- On the floor `ground`.
-- The roles of the admin area, the one predicate of all policies (contract P3.4), and the caller's identity, access and
-- sessions.

-- The members of the lab, with their role and access.
create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- 'admin' grants access to /admin. Other values grant nothing.
  role text not null default 'admin' check (role ~ '^[a-z_]{1,50}$'),
  created_at timestamptz not null default now(),
  -- The access of a person with the role 'admin'. An owner manages people, templates and settings, and may do everything
  -- below. A reviewer moves, writes notes, tags, rates and mails. A reader reads and exports. An account created on the
  -- command line is an owner.
  access text not null default 'owner'
    constraint user_roles_access_check check (access in ('owner', 'reviewer', 'reader')),
  invited_by uuid references public.user_roles (user_id) on delete set null,
  -- The person if applications may be assigned to them, null for a reader. The assignee of an application refers to it.
  assignable_id uuid
    generated always as (case when role = 'admin' and access in ('owner', 'reviewer') then user_id end) stored
    constraint user_roles_assignable_id_key unique
);

grant select on table public.user_roles to authenticated;
grant select, insert, update, delete on table public.user_roles to service_role;

alter table public.user_roles enable row level security;

-- Prevents that an account gets a role together with a password that its holder may not have set. Until an address is
-- confirmed, anyone may have signed up with it. The account then counts as invited, which no sign-up can change (contract
-- A1.11).
create function private.reserve_unproven_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u
     set encrypted_password = null, invited_at = now()
   where u.id = new.user_id and u.confirmed_at is null and u.invited_at is null
     and (u.email is not null or u.phone is not null);
  if found then
    delete from auth.one_time_tokens t where t.user_id = new.user_id;
  end if;
  return null;
end
$$;

create trigger reserve_unproven_account
  after insert or update of role on public.user_roles
  for each row execute function private.reserve_unproven_account();

create index user_roles_invited_by_idx on public.user_roles (invited_by) where invited_by is not null;

-- One row with settings of the whole workspace.
create table public.review_settings (
  only_row boolean primary key default true check (only_row),
  second_factor_required boolean not null default false,
  -- True if members see others' scores and notes only after their own scores are complete.
  hides_others_until_scored boolean not null default true,
  -- The version of the criteria and of that switch, which are saved together (*_scoring_settings.sql).
  version integer not null default 1
);

grant select on table public.review_settings to authenticated;
grant select, update on table public.review_settings to service_role;

alter table public.review_settings enable row level security;

insert into public.review_settings default values;

-- Returns true if an account is a member who may sign in. It exists, is not banned and has the role 'admin'.
create function private.is_member(of_user uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.user_roles r join auth.users u on u.id = r.user_id
     where r.user_id = of_user and r.role = 'admin'
       and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  )
$$;

-- Returns the address of a member who may sign in, or null.
create function private.member_address(member uuid) returns text
language sql stable set search_path = ''
as $$
  select u.email from auth.users u where u.id = member and private.is_member(member)
$$;

-- Returns true if the caller's session exists, and for tokens without one.
create function private.session_lives() returns boolean
language sql stable security definer set search_path = ''
as $$
  select auth.jwt() ->> 'session_id' is null
    or exists (
      select from auth.sessions s
       where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
    )
$$;

-- Refuses a caller whose session has ended, because a token outlives its session.
create function private.demand_session() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.session_lives() then
    perform private.refuse(403, 'session_ended', 'This session has ended. Sign in again.');
  end if;
end
$$;

-- Returns true if the caller has proven a second factor. The token says so, and its session does. A session returns to aal1
-- with the factor that raised it, and the token outlives that.
create function private.is_at_second_level() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
     where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
       and s.aal = 'aal2' and auth.jwt() ->> 'aal' = 'aal2'
  )
$$;

-- True for a member with a session that has not ended. A session of level aal2 is required of an account with a verified
-- second factor, and of all where the lab requires one. Tokens outlive what they attest, so tables decide too.
create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_member(auth.uid()) and private.session_lives() and (
    private.is_at_second_level()
    or not (
      exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
      or (select s.second_factor_required from public.review_settings s)
    )
  )
$$;

-- Returns the reason for the caller's access, because is_admin() is only yes or no and an open page must explain a no.
-- `denied` means no member, `session_ended` that the session was ended elsewhere, `second_factor_missing` that it needs one,
-- otherwise `admin`. A removed role takes precedence over an ended session, because removing a person also ends their
-- sessions.
create function public.my_access_state() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_member(auth.uid()) then 'denied'
    when not private.session_lives() then 'session_ended'
    when not public.is_admin() then 'second_factor_missing'
    else 'admin'
  end
$$;

create policy "a person reads their own role" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.session_lives()));

create policy "admins read the settings" on public.review_settings
  for select to authenticated
  using ((select public.is_admin()));

-- Returns the caller's access, owner, reviewer or reader, or null.
create function public.my_access() returns text
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
  access text := public.my_access();
begin
  if access is null then
    perform private.refuse(403, 'not_a_member', 'You are not allowed to enter the review workspace.');
  end if;
  if array_position(ranks, access) < array_position(ranks, needed) then
    perform private.refuse(
      403, 'access_too_low', format('This needs the access of %s. You have the access of a %s.',
        case needed when 'owner' then 'an owner' else 'a reviewer' end, access));
  end if;
end
$$;

-- Returns a member's e-mail address, or else the telephone number, or ''.
create function private.address_of(email text, phone text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(email, '+' || phone, '')
$$;

-- Returns the caller's name for the history. It is stored as text, so that it outlives the account.
create function private.caller_email() returns text
language sql stable security definer set search_path = ''
as $$
  select private.address_of(u.email, u.phone) from auth.users u where u.id = auth.uid()
$$;

-- The caller's sessions that have not ended, the latest used first.
create function public.my_sessions()
returns table (
  id uuid,
  created_at timestamptz,
  last_used_at timestamptz,
  user_agent text,
  aal text,
  is_current boolean
)
language sql stable security definer set search_path = ''
as $$
  select s.id,
         s.created_at,
         coalesce(s.refreshed_at at time zone 'utc', s.created_at),
         s.user_agent,
         s.aal::text,
         s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions s
   where s.user_id = auth.uid()
     and (s.not_after is null or s.not_after > now())
     -- A token outlives its session, so a signed-out caller sees nothing.
     and private.session_lives()
   order by 3 desc
$$;

-- Ends one of the caller's sessions at once with its refresh tokens. Returns true if there was one. An account with a
-- verified second factor needs a session of level aal2, so that a password alone ends no other person's session.
create function public.my_session_end(session_id uuid)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand_session();
  if not private.is_at_second_level() and exists (
    select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
  ) then
    perform private.refuse(403, 'second_factor_missing', 'Confirm your second factor first.');
  end if;
  delete from auth.sessions s where s.id = my_session_end.session_id and s.user_id = auth.uid();
  return found;
end
$$;

-- Refuses while no owner but `besides` could sign in.
create function private.demand_another_owner(besides uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.user_roles r
     where r.access = 'owner' and r.user_id <> besides and private.is_member(r.user_id)
  ) then
    perform private.refuse(422, 'last_owner', 'The lab needs an owner. Make someone else an owner first.');
  end if;
end
$$;

grant execute on function public.is_admin to anon, authenticated, service_role;
grant execute on function public.my_access_state, public.my_access, public.my_sessions, public.my_session_end to
  authenticated;
