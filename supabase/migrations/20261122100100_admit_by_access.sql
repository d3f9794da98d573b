-- An invitation of a person who is in the lab already changes nothing; the inviter is to hear so.

-- For the function invite-admin, with the service role: the access that the holder of an address has; null for none.
create function public.review_access_of(email text) returns text
language sql stable security definer set search_path = ''
as $$
  select r.access from public.user_roles r
   where r.user_id = public.review_account(review_access_of.email) and r.role = 'admin'
$$;

-- The same as before, and answers the access that the person has now: that from before, where they were in already.
drop function public.review_admit(uuid, text, uuid);
create function public.review_admit(user_id uuid, access text, invited_by uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.user_roles as r (user_id, role, access, invited_by)
  values (review_admit.user_id, 'admin', review_admit.access, review_admit.invited_by)
  on conflict on constraint user_roles_pkey do update
    set role = 'admin', access = excluded.access, invited_by = excluded.invited_by
    where r.role <> 'admin';
  return (select r.access from public.user_roles r where r.user_id = review_admit.user_id);
end
$$;

revoke all on function public.review_access_of(text), public.review_admit(uuid, text, uuid)
  from public, anon, authenticated;
grant execute on function public.review_access_of(text), public.review_admit(uuid, text, uuid) to service_role;
