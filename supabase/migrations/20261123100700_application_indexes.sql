-- What applications are looked up and sorted by. The fewer indexes a new application is in, the quicker it is stored:
-- filters that pick few of many are partial.

-- One application that is not archived per e-mail and per profile (contract P3.3). Clients read the names of these
-- indexes in a duplicate's error. What is archived is null here rather than left out by a condition: a partial
-- index can be read whole for any question that implies its condition, and on an empty table, where a session makes
-- its plans, that looks as cheap as looking up.
create unique index applications_email_key
  on public.applications ((case when archived_at is null then private.email_key(email) end));
create unique index applications_linkedin_key
  on public.applications ((case when archived_at is null then linkedin_profile end));

-- Partial: an application that came without a key needs no place in it.
create unique index applications_form_key on public.applications (form_key) where form_key is not null;

create index applications_unconfirmed_idx on public.applications (created_at)
  where archived_at is null and email_confirmed_at is null and status = 'submitted';

-- What a search looks at. The leading blank lets a short word match the beginnings of words by index.
create function private.application_document(name text, email text, profile text, sectors text) returns text
language sql immutable parallel safe
as $$
  select lower(' ' || name || ' ' || email || ' in/' || coalesce(profile, '') || ' ' || sectors)
$$;

-- The index is written with the rights of the role that inserts.
revoke all on function private.application_document(text, text, text, text)
  from public, anon, authenticated;
grant execute on function private.application_document(text, text, text, text) to anon, authenticated, service_role;

-- A new application waits in the index's list of pending entries, which every search reads too. At the default 4 MB
-- every three-thousandth applicant would wait while the list is worked in; at 16 MB autovacuum comes first.
create index applications_search_idx on public.applications
  using gin (private.application_document(name, email, linkedin_profile, sectors) extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 16384);

-- The list's four orders. The first also answers counts and day filters without touching the table.
create index applications_newest_idx on public.applications (created_at, id)
  include (status, email_confirmed_at, archived_at);
create index applications_name_idx on public.applications (lower(name), id);
create index applications_rating_idx on public.applications (rating, id);
create index applications_changed_idx on public.applications (status_changed_at, id);

-- The list's filters.
create index applications_status_idx on public.applications (status, created_at, id)
  include (email_confirmed_at, archived_at) where status <> 'submitted';
create index applications_status_changed_idx on public.applications (status, status_changed_at, id)
  where status <> 'submitted';
create index applications_assignee_idx on public.applications (assignee, created_at, id) where assignee is not null;
create index applications_source_idx on public.applications (source, created_at, id) where source <> 'direct';
create index applications_tags_idx on public.applications using gin (tags) where tags <> '{}';

-- The overview's times. Merged with that of the stages they would spare a new application 0.5 % of its time, and cost the
-- overview a quarter more.
create index applications_first_reviewed_idx on public.applications (created_at) include (first_reviewed_at)
  where first_reviewed_at is not null;
create index applications_decided_idx on public.applications (created_at) include (decided_at)
  where decided_at is not null;

-- The overview's stages: *_change_status.sql.
create index applications_interviewed_idx on public.applications (created_at) include (source, accepted_at)
  where interviewed_at is not null;

-- Who is still to be told of a decision: *_told.sql.
create index applications_not_told_idx on public.applications (created_at, id) where not_told;

-- Who waits for the lab's first answer: 46_answer_clock. A new application is not confirmed, so it is not in it.
create index applications_waiting_idx on public.applications (email_confirmed_at, id)
  include (created_at, status, assignee)
  where email_confirmed_at is not null and first_answered_at is null and archived_at is null
    and status in ('submitted', 'in_review', 'interview');
