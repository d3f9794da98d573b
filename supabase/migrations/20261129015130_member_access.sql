-- On the floor `leaving`.
-- The lab's members, their access, and the rule that one owner stays.

-- Returns the members, for every reader. `invited` means that they have not signed in yet.
create function public.review_members() returns jsonb
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
    perform private.lock_leaver(leaver);
  end if;
  perform private.lock_members(leaver);
  perform from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin' and r.access = 'owner';
  if not found then
    perform private.refuse(403, 'access_too_low', 'You are no longer an owner.');
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
create function public.review_member_access_set(user_id uuid, access text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  handed_back jsonb := '{"unassigned": 0}';
begin
  perform private.demand_owner_now(case when access = 'reader' then review_member_access_set.user_id end);
  if access is null or access not in ('owner', 'reviewer', 'reader') then
    perform private.refuse(400, 'invalid_value', 'An access is owner, reviewer or reader.');
  end if;
  if access <> 'owner' then
    perform private.demand_another_owner(review_member_access_set.user_id);
  end if;
  if access = 'reader' then
    handed_back := private.handed_back(review_member_access_set.user_id);
  end if;
  update public.user_roles r set access = review_member_access_set.access
   where r.user_id = review_member_access_set.user_id and r.role = 'admin';
  if not found then
    perform private.refuse(404, 'not_found', 'This person is no longer a member.');
  end if;
  return handed_back;
end
$$;

-- For owners. Ends a member's access at once and returns {"unassigned"}. Every policy reads user_roles, and the sessions
-- are deleted, so nothing can be refreshed either.
create function public.review_member_remove(user_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  handed_back jsonb;
begin
  perform private.demand_owner_now(review_member_remove.user_id);
  perform private.demand_another_owner(review_member_remove.user_id);
  handed_back := private.handed_back(review_member_remove.user_id);
  delete from public.user_roles r where r.user_id = review_member_remove.user_id and r.role = 'admin';
  if not found then
    perform private.refuse(404, 'not_found', 'This person is no longer a member.');
  end if;
  delete from auth.sessions s where s.user_id = review_member_remove.user_id;
  return handed_back;
end
$$;

-- An owner who requires a second factor of all must have one, otherwise they would lock themselves out.
create function public.review_second_factor_require(required boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.demand_owner_now();
  if required is null then
    perform private.refuse(400, 'invalid_value', 'State if a second factor is required, true or false.');
  end if;
  if required and not private.is_at_second_level() then
    perform private.refuse(
      422, 'own_second_factor_missing', 'Set up your own second factor and sign in with it first.');
  end if;
  update public.review_settings s set second_factor_required = required;
end
$$;

-- For the function invite-admin. Returns the account with this address, or null.
create function public.review_account_find(email text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select u.id from auth.users u
   where lower(u.email) = lower(review_account_find.email) and u.deleted_at is null and not u.is_sso_user
   limit 1
$$;

-- For the function invite-admin, with the service role. Returns the access of an address's holder, or null.
create function public.review_member_access(email text) returns text
language sql stable security definer set search_path = ''
as $$
  select r.access from public.user_roles r
   where r.user_id = public.review_account_find(review_member_access.email) and r.role = 'admin'
$$;

grant execute on function public.review_members, public.review_member_access_set, public.review_member_remove,
  public.review_second_factor_require to authenticated;
grant execute on function public.review_account_find, public.review_member_access to service_role;
