-- On the floor `screens`.
-- Other applications that may be of the same person. An unconfirmed application is archived after seven days, and its
-- sender may apply again.

-- An e-mail has an @, a profile has none.
create index applications_archived_idx on public.applications
  using gin ((array[private.email_key(email), linkedin_profile])) where archived_at is not null;

-- Returns the other applications with this e-mail, this profile or this name as a search compares it, at most ten, as the list
-- shows them, with the matching fields. Those with the e-mail or profile come first, then the latest. The unique indexes allow
-- at most two that are not archived.
create function private.others_of_person(person public.applications) returns jsonb
language sql stable set search_path = ''
as $$
  with self as (
    select private.email_key(person.email) as email, person.linkedin_profile as profile, private.folded(person.name) as name,
           ' ' || private.escaped_pattern(private.folded(person.name)) || ' %' as document
  ),
  found as (
    select a.id from self join public.applications a
      on case when a.archived_at is null then private.email_key(a.email) end = self.email
    union
    select a.id from self join public.applications a
      on case when a.archived_at is null then a.linkedin_profile end = self.profile
    union
    -- Sorted outside of the read, because PostgreSQL would otherwise read all applications in order to find the latest.
    (select h.id from (
       select a.id, a.created_at from self join public.applications a
         on a.archived_at is not null
           and array[private.email_key(a.email), a.linkedin_profile] && array[self.email, self.profile]
       offset 0
     ) h order by h.created_at desc limit 11)
    union
    -- The document begins with the name and the e-mail, so the index of the search finds it, and no name is folded, which
    -- takes long where many applications have one name.
    (select h.id from (
       select a.id, a.created_at from self join public.applications a
         on a.search_text like self.document
           and starts_with(a.search_text, ' ' || self.name || ' ' || private.folded(a.email) || ' in/')
           and private.is_present(a.erasing_at)
       offset 0
     ) h order by h.created_at desc limit 11)
  )
  select coalesce(jsonb_agg(to_jsonb(o) order by o.same_email or o.same_profile desc, o.created_at desc, o.id), '[]')
    from (
      select a.id, a.created_at, a.status, a.email_confirmed_at, a.archived_at, same.*
        from self cross join found join public.applications a on a.id = found.id
       cross join lateral (
         select private.email_key(a.email) = self.email as same_email,
                coalesce(a.linkedin_profile = self.profile, false) as same_profile, private.folded(a.name) = self.name as same_name
       ) same
       where a.id <> person.id and private.is_present(a.erasing_at)
       order by same.same_email or same.same_profile desc, a.created_at desc, a.id
       limit 10
    ) o
$$;

-- For readers. Returns the same. Opening one is a separate entry. This answer logs the opening of the given application.
create function public.review_same_person(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
begin
  perform private.demand('reader');
  a := private.existing_application(review_same_person.application_id);
  perform private.log_opening(a.id);
  return private.others_of_person(a);
end
$$;

grant execute on function public.review_same_person to authenticated;
