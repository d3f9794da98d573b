-- On the floor `leaving`.
-- Invitations of members, and their first sign-in.

-- Invitations of people without access, each for seven days. The mail also creates an unconfirmed account in
-- auth.users. The mailed link signs in and is as short-lived as other links. The holder of the address becomes a member by
-- accept_invitation().
create table private.invitations (
  -- Also in the mail's link, random and known only to its readers.
  id uuid constraint invitations_pkey primary key default gen_random_uuid(),
  email text not null constraint invitations_email_check check (private.is_email(email)), -- personal data
  access text not null constraint invitations_access_check check (access in ('owner', 'reviewer', 'reader')),
  -- The newcomer's name until they change it, or null.
  name text constraint invitations_name_check check (char_length(name) <= 200), -- personal data
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
create function public.review_invitation_save(email text, access text, invited_by uuid, name text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  kept private.invitations;
begin
  delete from private.invitations i where i.expires_at < now();
  insert into private.invitations as i (email, access, name, invited_by)
  values (review_invitation_save.email, review_invitation_save.access, left(private.trimmed(review_invitation_save.name), 200), review_invitation_save.invited_by)
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
create function public.review_invitation_resend(invitation text, client text default null) returns jsonb
language plpgsql security definer set search_path = ''
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
      perform private.save_member_name(of_user, given_name);
    exception when sqlstate 'PGRST' then
      null;
    end;
  end if;
  return (select r.access from public.user_roles r where r.user_id = of_user);
end
$$;

-- For the function invite-admin, with the service role. Admits the holder of an existing account, whose invitation ends.
create function public.review_member_admit(user_id uuid, access text, invited_by uuid, name text default null) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.invitations i
   using auth.users u
   where u.id = review_member_admit.user_id and private.email_key(i.email) = private.email_key(u.email);
  return private.admit(review_member_admit.user_id, review_member_admit.access, review_member_admit.invited_by, review_member_admit.name);
end
$$;

-- For a signed-in person without access. Accepts the invitation of their confirmed address, idempotent. Returns true if they
-- are a member now. A SAML provider may state any address, so its accounts accept none.
create function public.accept_invitation() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  accepted private.invitations;
begin
  perform private.demand_session();
  delete from private.invitations i
   using auth.users u
   where u.id = auth.uid() and u.email_confirmed_at is not null and not u.is_sso_user
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

grant execute on function public.accept_invitation, public.review_invitations, public.review_invitation_revoke to
  authenticated;
grant execute on function public.review_member_admit, public.review_invitation_save, public.review_invitation_resend to service_role;
