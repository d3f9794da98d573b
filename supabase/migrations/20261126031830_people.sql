-- The lab's members with their access, the rule that one owner stays, and their saved views.

-- Returns the members, for every reader. `invited` means that they have not signed in yet.
create function public.review_people() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'user_id', r.user_id, 'name', private.member_name(r.user_id), 'email', private.address_of(u.email, u.phone), 'access', r.access, 'since', r.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'invited', u.last_sign_in_at is null,
      'has_second_factor', exists (
        select from auth.mfa_factors f where f.user_id = r.user_id and f.status = 'verified')
    ) order by u.email), '[]')
    from public.user_roles r
    join auth.users u on u.id = r.user_id
   where r.role = 'admin'
  );
end
$$;

-- Locks the access of all members and checks again that the caller is an owner, so that of two owners who demote each
-- other the second is refused. The work of a member who is about to be removed is locked first.
create function private.demand_owner_now(leaver uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  if leaver is not null then
    perform private.lock_work_of(leaver);
  end if;
  perform from public.user_roles r order by r.user_id for update;
  perform from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin' and r.access = 'owner';
  if not found then
    raise insufficient_privilege using message = 'You are no longer an owner.';
  end if;
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
    raise sqlstate 'PT422' using
      message = 'The last owner stays. Make someone else an owner first.';
  end if;
end
$$;

-- Returns {"unassigned"}, the number of applications that a member hands back by losing the right to review.
create function private.handed_back(member uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('unassigned', count(*))
    from public.applications a where a.assignee = member and private.is_present(a.erasing_at)
$$;

-- For owners. Sets one member's access. A new reader's applications have no assignee then. Returns {"unassigned"}.
create function public.review_set_access(user_id uuid, access text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  handed_back jsonb := '{"unassigned": 0}';
begin
  perform private.demand_owner_now(case when access = 'reader' then review_set_access.user_id end);
  if access is null or access not in ('owner', 'reviewer', 'reader') then
    raise invalid_parameter_value using message = 'An access is owner, reviewer or reader.';
  end if;
  if access <> 'owner' then
    perform private.demand_another_owner(review_set_access.user_id);
  end if;
  if access = 'reader' then
    handed_back := private.handed_back(review_set_access.user_id);
  end if;
  update public.user_roles r set access = review_set_access.access
   where r.user_id = review_set_access.user_id and r.role = 'admin';
  if not found then
    raise sqlstate 'PT404' using message = 'This person is no longer in the lab.';
  end if;
  return handed_back;
end
$$;

-- For owners. Ends a member's access at once and returns {"unassigned"}. Every policy reads user_roles, and the sessions
-- are deleted, so nothing can be refreshed either.
create function public.review_remove_member(user_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  handed_back jsonb;
begin
  perform private.demand_owner_now(review_remove_member.user_id);
  perform private.demand_another_owner(review_remove_member.user_id);
  handed_back := private.handed_back(review_remove_member.user_id);
  delete from public.user_roles r where r.user_id = review_remove_member.user_id and r.role = 'admin';
  if not found then
    raise sqlstate 'PT404' using message = 'This person is no longer in the lab.';
  end if;
  delete from auth.sessions s where s.user_id = review_remove_member.user_id;
  return handed_back;
end
$$;

-- An owner who requires a second factor of all must have one, otherwise they would lock themselves out.
create function public.review_require_second_factor(required boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.demand_owner_now();
  if required is null then
    raise invalid_parameter_value using message = 'A second factor is required or not: true or false.';
  end if;
  if required and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    raise sqlstate 'PT422' using message = 'Set up your own second factor and sign in with it first.';
  end if;
  update public.review_settings s set second_factor_required = required;
end
$$;

-- Invitations of people without access, each for seven days. The mailed link signs in and is as short-lived as other links.
-- The holder of the address becomes a member by accept_invitation().
create table private.invitations (
  -- Also in the mail's link, random and known only to its readers.
  id uuid constraint invitations_pkey primary key default gen_random_uuid(),
  email text not null constraint invitations_email_check check (private.is_email(email)),
  access text not null constraint invitations_access_check check (access in ('owner', 'reviewer', 'reader')),
  -- The newcomer's name until they change it, or null.
  name text constraint invitations_name_check check (char_length(name) <= 200),
  -- The invitations of a removed owner go with them.
  invited_by uuid not null
    constraint invitations_invited_by_fkey references public.user_roles (user_id) on delete cascade,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  mailed_at timestamptz not null default now()
);

create unique index invitations_email_key on private.invitations (private.email_key(email));
create index invitations_invited_by_idx on private.invitations (invited_by);
create index invitations_expires_idx on private.invitations (expires_at);

-- Returns the invitations that can be accepted. Those of a member who is no longer an owner cannot.
create function private.open_invitations() returns setof private.invitations
language sql stable set search_path = ''
as $$
  select i.* from private.invitations i
    join public.user_roles r on r.user_id = i.invited_by and r.role = 'admin' and r.access = 'owner'
   where i.expires_at > now()
$$;

-- For the function invite-admin, with the service role. Keeps or renews the invitation of an address, whose latest access
-- and name count. Returns {"invitation", "inviter"}, which its mail contains.
create function public.review_invite(email text, access text, invited_by uuid, name text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  kept private.invitations;
begin
  delete from private.invitations i where i.expires_at < now();
  insert into private.invitations as i (email, access, name, invited_by)
  values (review_invite.email, review_invite.access, left(private.trimmed(review_invite.name), 200), review_invite.invited_by)
  on conflict (private.email_key(email)) do update
    set access = excluded.access, name = coalesce(excluded.name, i.name), invited_by = excluded.invited_by,
        invited_at = now(), expires_at = excluded.expires_at, mailed_at = now()
  returning * into kept;
  return jsonb_build_object('invitation', kept.id, 'inviter', private.member_name(kept.invited_by));
end
$$;

-- For the function invite-admin, with the service role. Counts a request for a fresh link by an invitation's id. Returns its
-- address and what its mail contains, or null if it has ended or was mailed within the last minute. `client` is the caller's
-- network address.
create function public.review_invitation_again(invitation text, client text default null) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  kept private.invitations;
begin
  perform private.limit_requests('new_link', client);
  update private.invitations i set mailed_at = now()
   where i.id = case
       when invitation ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then invitation::uuid
     end
     and i.mailed_at < now() - interval '1 minute'
     and i.id in (select o.id from private.open_invitations() o)
  returning * into kept;
  return case when found then jsonb_build_object(
    'email', kept.email, 'invitation', kept.id, 'inviter', private.member_name(kept.invited_by)) end;
end
$$;

-- Admits an account on behalf of the inviter. Returns the person's access, the previous one if they had any. A name that
-- cannot be stored is left out.
create function private.admit(of_user uuid, given_access text, inviter uuid, given_name text) returns text
language plpgsql set search_path = ''
as $$
begin
  insert into public.user_roles as r (user_id, role, access, invited_by)
  values (of_user, 'admin', given_access, inviter)
  on conflict on constraint user_roles_pkey do update
    set role = 'admin', access = excluded.access, invited_by = excluded.invited_by
    where r.role <> 'admin';
  if found and given_name is not null then
    begin
      perform private.keep_member_name(of_user, given_name);
    exception when invalid_parameter_value then
      null;
    end;
  end if;
  return (select r.access from public.user_roles r where r.user_id = of_user);
end
$$;

-- For the function invite-admin, with the service role. Admits the holder of an existing account, whose invitation ends.
create function public.review_admit(user_id uuid, access text, invited_by uuid, name text default null) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.invitations i
   using auth.users u
   where u.id = review_admit.user_id and private.email_key(i.email) = private.email_key(u.email);
  return private.admit(review_admit.user_id, review_admit.access, review_admit.invited_by, review_admit.name);
end
$$;

-- For a signed-in person without access. Accepts the invitation of their confirmed address, idempotent. Returns true if they
-- are a member now.
create function public.accept_invitation() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  accepted private.invitations;
begin
  perform private.demand_session();
  delete from private.invitations i
   using auth.users u
   where u.id = auth.uid() and u.email_confirmed_at is not null
     and private.email_key(i.email) = private.email_key(u.email)
     and i.id in (select o.id from private.open_invitations() o)
  returning i.* into accepted;
  if found then
    perform private.admit(auth.uid(), accepted.access, accepted.invited_by, accepted.name);
  end if;
  return private.is_member(auth.uid());
end
$$;

-- For owners. Returns the invitations that were not accepted yet, the latest first.
create function public.review_invitations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'name', i.name, 'access', i.access, 'invited_by', i.invited_by,
        'invited_at', i.invited_at, 'expires_at', i.expires_at) order by i.invited_at desc, i.id), '[]')
      from private.open_invitations() i
  );
end
$$;

-- For owners. Revokes an invitation, idempotent. Its mailed link signs in to an account without access. Returns
-- review_invitations().
create function public.review_invitation_revoke(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  delete from private.invitations i where i.id = review_invitation_revoke.invitation_id;
  return public.review_invitations();
end
$$;

-- For the function invite-admin. Returns the account with this address, or null.
create function public.review_account(email text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select u.id from auth.users u
   where lower(u.email) = lower(review_account.email) and u.deleted_at is null and not u.is_sso_user
   limit 1
$$;

-- For the function invite-admin, with the service role. Returns the access of an address's holder, or null.
create function public.review_access_of(email text) returns text
language sql stable security definer set search_path = ''
as $$
  select r.access from public.user_roles r
   where r.user_id = public.review_account(review_access_of.email) and r.role = 'admin'
$$;

revoke all on function public.review_people, public.review_set_access, public.review_remove_member,
  public.review_require_second_factor, public.review_admit, public.review_account, public.review_access_of,
  public.review_invite, public.review_invitation_again, public.accept_invitation, public.review_invitations,
  public.review_invitation_revoke from public, anon, authenticated;
grant execute on function public.review_people, public.review_set_access, public.review_remove_member,
  public.review_require_second_factor, public.accept_invitation, public.review_invitations, public.review_invitation_revoke
  to authenticated;
grant execute on function public.review_admit, public.review_account, public.review_access_of, public.review_invite,
  public.review_invitation_again to service_role;
