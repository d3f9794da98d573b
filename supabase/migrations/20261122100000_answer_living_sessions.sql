-- What tells people of themselves tells it to living sessions only: an access token outlives its session.

-- Whether the caller's session lives; true for tokens that name none.
create function private.session_lives() returns boolean
language sql stable security definer set search_path = ''
as $$
  select auth.jwt() ->> 'session_id' is null
    or exists (
      select from auth.sessions s
       where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
    )
$$;

revoke all on function private.session_lives() from public, anon, authenticated;
-- The policy below asks it as the caller, who cannot reach the schema by name.
grant execute on function private.session_lives() to authenticated;

drop policy "a person reads their own role" on public.user_roles;
create policy "a person reads their own role" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.session_lives()));

-- Who asks, for anyone signed in: a person who still owes a second factor must be told so.
create or replace function public.review_me() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.session_lives() then
    raise insufficient_privilege using message = 'This session has ended.';
  end if;
  return jsonb_build_object(
    'user_id', auth.uid(),
    'email', private.caller_email(),
    'access', public.review_access(),
    'aal', coalesce(auth.jwt() ->> 'aal', 'aal1'),
    'second_factor_required', (select s.second_factor_required from public.review_settings s),
    'has_second_factor',
      exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
  );
end
$$;
