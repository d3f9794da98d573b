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

-- For owners. Sets one member's access and returns review_people().
create function public.review_set_access(user_id uuid, access text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.demand_owner_now();
  if access is null or access not in ('owner', 'reviewer', 'reader') then
    raise invalid_parameter_value using message = 'An access is owner, reviewer or reader.';
  end if;
  if access <> 'owner' then
    perform private.demand_another_owner(review_set_access.user_id);
  end if;
  update public.user_roles r set access = review_set_access.access
   where r.user_id = review_set_access.user_id and r.role = 'admin';
  if not found then
    raise sqlstate 'PT404' using message = 'This person is no longer in the lab.';
  end if;
  return public.review_people();
end
$$;

-- For owners. Ends a member's access at once. Every policy reads user_roles, and the sessions are deleted, so nothing can
-- be refreshed either.
create function public.review_remove_member(user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.demand_owner_now(review_remove_member.user_id);
  perform private.demand_another_owner(review_remove_member.user_id);
  delete from public.user_roles r where r.user_id = review_remove_member.user_id and r.role = 'admin';
  if not found then
    raise sqlstate 'PT404' using message = 'This person is no longer in the lab.';
  end if;
  delete from auth.sessions s where s.user_id = review_remove_member.user_id;
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

-- For the function invite-admin, with the service role. Admits an invited account on behalf of the inviter. Returns the
-- person's access, the previous one if they had any. `name` is a newcomer's name until they change it, and one that cannot
-- be stored is left out.
create function public.review_admit(user_id uuid, access text, invited_by uuid, name text default null) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.user_roles as r (user_id, role, access, invited_by)
  values (review_admit.user_id, 'admin', review_admit.access, review_admit.invited_by)
  on conflict on constraint user_roles_pkey do update
    set role = 'admin', access = excluded.access, invited_by = excluded.invited_by
    where r.role <> 'admin';
  if found and name is not null then
    begin
      perform private.keep_member_name(review_admit.user_id, name);
    exception when invalid_parameter_value then
      null;
    end;
  end if;
  return (select r.access from public.user_roles r where r.user_id = review_admit.user_id);
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
  public.review_require_second_factor, public.review_admit, public.review_account, public.review_access_of from public,
  anon, authenticated;
grant execute on function public.review_people, public.review_set_access, public.review_remove_member,
  public.review_require_second_factor to authenticated;
grant execute on function public.review_admit, public.review_account, public.review_access_of to service_role;
