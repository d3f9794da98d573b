-- What auth-js lacks: a person sees where their account is signed in, and ends a session elsewhere.

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
     -- A token outlives its session: who was signed out sees nothing.
     and private.session_lives()
   order by 3 desc
$$;

-- Ends one of the caller's sessions at once, refresh tokens included; true when there was one to end. An account with
-- a verified second factor owes a token of level aal2, so that a password alone ends no other person's session.
create function public.end_my_session(session_id uuid)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand_session();
  if auth.jwt() ->> 'aal' is distinct from 'aal2' and exists (
    select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
  ) then
    raise insufficient_privilege using message = 'A second factor is due.';
  end if;
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = auth.uid();
  return found;
end
$$;

revoke all on function public.my_sessions(), public.end_my_session(uuid)
  from public, anon, authenticated;
grant execute on function public.my_sessions(), public.end_my_session(uuid) to authenticated;
