-- Why the caller may enter or may not: is_admin() says yes or no, and a page that was open has to say which no it is.

-- denied: no admin's role; ended: the session was ended elsewhere; unproven: a second factor is due; else admin. A role that is
-- gone counts before a session that is gone, for removing a person ends their sessions too.
create function public.my_standing() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (
      select from public.user_roles r
        join auth.users u on u.id = r.user_id
       where r.user_id = auth.uid()
         and r.role = 'admin'
         and u.deleted_at is null
         and (u.banned_until is null or u.banned_until <= now())
    ) then 'denied'
    when auth.jwt() ->> 'session_id' is not null and not exists (
      select from auth.sessions s
       where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
    ) then 'ended'
    when not public.is_admin() then 'unproven'
    else 'admin'
  end
$$;

revoke all on function public.my_standing() from public, anon, authenticated;
grant execute on function public.my_standing() to authenticated;
