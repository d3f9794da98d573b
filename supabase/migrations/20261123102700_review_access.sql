-- Who the caller is to the review workspace, and what their access allows.

-- The caller's access: owner, reviewer or reader; null for a caller who may not enter.
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

-- What a member is told apart by: the e-mail address, else the telephone number; empty for an account with neither.
create function private.address_of(email text, phone text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(email, '+' || phone, '')
$$;

-- The name that history shows for the caller; kept as text, so that it outlives the account.
create function private.caller_email() returns text
language sql stable security definer set search_path = ''
as $$
  select private.address_of(u.email, u.phone) from auth.users u where u.id = auth.uid()
$$;

-- Who asks, for any signed-in caller: a person whose second factor is due must be told so.
create function public.review_me() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_session();
  return jsonb_build_object(
    'user_id', auth.uid(),
    'name', private.member_name(auth.uid()),
    'email', private.caller_email(),
    'access', public.review_access(),
    'aal', coalesce(auth.jwt() ->> 'aal', 'aal1'),
    'second_factor_required', (select s.second_factor_required from public.review_settings s),
    'has_second_factor',
      exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
  );
end
$$;

revoke all on function public.review_access(), private.demand(text), private.address_of(text, text), private.caller_email(),
  public.review_me()
  from public, anon, authenticated;
grant execute on function public.review_access(), public.review_me() to authenticated;
