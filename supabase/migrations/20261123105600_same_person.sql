-- Whether a person applied before: an unconfirmed application is archived after seven days, and its sender may come again.

-- An e-mail has an @, a profile has none.
create index applications_archived_idx on public.applications
  using gin ((array[private.email_key(email), linkedin_profile])) where archived_at is not null;

-- The other applications with this e-mail or this profile, the latest first, at most ten. At most two of them are not
-- archived: the unique indexes let no more in.
create function private.same_person(of_application uuid) returns setof public.applications
language sql stable security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
  with self as (
    select a.id, private.email_key(a.email) as email, a.linkedin_profile as profile
      from public.applications a where a.id = of_application
  ),
  found as (
    select a.id from self join public.applications a
      on case when a.archived_at is null then private.email_key(a.email) end = self.email
    union
    select a.id from self join public.applications a
      on case when a.archived_at is null then a.linkedin_profile end = self.profile
    union
    -- Sorted outside of what is read: for the latest few PostgreSQL would else read all applications in their order.
    (select h.id from (
       select a.id, a.created_at from self join public.applications a
         on a.archived_at is not null
           and array[private.email_key(a.email), a.linkedin_profile] && array[self.email, self.profile]
       offset 0
     ) h order by h.created_at desc limit 11)
  )
  select a.* from found join public.applications a on a.id = found.id
   where a.id <> of_application
   order by a.created_at desc, a.id limit 10
$$;

-- What else the sender of an application sent, as the list shows it, by what it was recognised.
create function private.others_of(a public.applications) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', o.id, 'created_at', o.created_at, 'status', o.status, 'email_confirmed_at', o.email_confirmed_at,
    'archived_at', o.archived_at,
    'same_email', private.email_key(o.email) = private.email_key(a.email),
    'same_profile', coalesce(o.linkedin_profile = a.linkedin_profile, false)
  ) order by o.created_at desc, o.id), '[]')
    from private.same_person(a.id) o
$$;

-- For readers: the same. Opening one is an entry of its own; this answer is not given without the entry for the application that
-- it was asked for.
create function public.review_same_person(application_id uuid) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  a public.applications;
begin
  perform private.demand('reader');
  a := private.existing_application(review_same_person.application_id);
  perform private.log_opening(a.id);
  return private.others_of(a);
end
$$;

revoke all on function private.same_person(uuid), private.others_of(public.applications), public.review_same_person(uuid) from public, anon, authenticated;
grant execute on function public.review_same_person(uuid) to authenticated;
