-- Other applications that may be of the same person. An unconfirmed application is archived after seven days, and its
-- sender may apply again.

-- An e-mail has an @, a profile has none.
create index applications_archived_idx on public.applications
  using gin ((array[private.email_key(email), linkedin_profile])) where archived_at is not null;

-- Returns the other applications with this e-mail, this profile or this name as a search compares it, at most ten. Those
-- with the e-mail or profile come first, then the latest. The unique indexes allow at most two that are not archived.
create function private.same_person(of_application uuid) returns setof public.applications
language sql stable security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
  with self as (
    select a.id, private.email_key(a.email) as email, a.linkedin_profile as profile, private.folded(a.name) as name,
           ' ' || private.escaped_pattern(private.folded(a.name)) || ' %' as document
      from public.applications a where a.id = of_application
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
    -- The document begins with the name, so the index of the search finds it.
    (select h.id from (
       select a.id, a.created_at from self join public.applications a
         on private.application_document(a.name, a.email, a.linkedin_profile, a.sectors) like self.document
           and private.folded(a.name) = self.name
           and private.is_present(a.erasing_at)
       offset 0
     ) h order by h.created_at desc limit 11)
  )
  select a.* from self cross join found join public.applications a on a.id = found.id
   where a.id <> of_application and private.is_present(a.erasing_at)
   order by private.email_key(a.email) = self.email or coalesce(a.linkedin_profile = self.profile, false) desc,
            a.created_at desc, a.id
   limit 10
$$;

-- Returns these applications as the list shows them, with the matching fields.
create function private.others_of(a public.applications) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', o.id, 'created_at', o.created_at, 'status', o.status, 'email_confirmed_at', o.email_confirmed_at,
    'archived_at', o.archived_at,
    'same_email', private.email_key(o.email) = private.email_key(a.email),
    'same_profile', coalesce(o.linkedin_profile = a.linkedin_profile, false),
    'same_name', private.folded(o.name) = private.folded(a.name)
  ) order by o.place), '[]')
    from (
      select o.*, row_number() over () as place from private.same_person(a.id) o
    ) o
$$;

-- For readers. Returns the same. Opening one is a separate entry. This answer logs the opening of the given application.
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

-- One application whole, and what has changed lately.

-- One application with its answers, notes, ratings, mails, replies and the latest 200 events, for a caller that has logged it.
create function private.whole_application(a public.applications) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answers jsonb;
  sees_others constant boolean := private.sees_others(a.id, auth.uid());
begin
  execute format('select jsonb_build_object(%s) from (select ($1).*) a', private.answer_pairs()) into answers using a;
  return jsonb_build_object(
    'row', private.list_row(a, 'created') || jsonb_build_object(
      'sectors', a.sectors, 'first_touch', a.first_touch, 'decided_at', a.decided_at,
      'answers', answers
    ),
    'questions', (select to_jsonb(q) from public.question_sets q where q.version = a.questions_version),
    'moves', (select coalesce(jsonb_agg(m.to_status), '[]') from public.application_moves m where m.from_status = a.status),
    'notes', (
      select coalesce(jsonb_agg(private.shown_note(n) order by n.created_at), '[]')
        from public.application_notes n where n.application_id = a.id and private.shows_note(n)
    ),
    'ratings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'reviewer', r.reviewer, 'email', private.address_of(u.email, u.phone), 'criterion', r.criterion, 'score', r.score) order by u.email, r.criterion), '[]')
        from public.application_ratings r join auth.users u on u.id = r.reviewer
       where r.application_id = a.id and (sees_others or r.reviewer = auth.uid())
    ),
    'sees_others', sees_others,
    'scorecards', private.scorecards(a.id),
    'earlier_scorecards', private.earlier_scorecards(a.id),
    'criteria', private.criteria_of(a.id),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.id desc), '[]')
        from (
          select * from public.application_events e
           where e.application_id = a.id and private.shows_deed(e.kind, e.actor, e.application_id)
           order by e.id desc limit 200
        ) e
    ),
    'replies', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.received_at desc), '[]')
        from public.application_replies r where r.application_id = a.id
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'topic', m.topic, 'state', m.state, 'subject', m.subject, 'created_at', m.created_at, 'sent_at', m.sent_at,
        'attempts', m.attempts, 'about', m.about, 'due_at', m.due_at, 'retries', m.retries,
        -- The id of a confirmation mail is what its link carries.
        'id', case when m.kind in ('review', 'applicant') then m.id end,
        'failure', case when m.state = 'failed' then m.last_error end) order by m.created_at desc), '[]')
        from private.mails m where m.application_id = a.id and m.kind <> 'lab'
         -- A mail to the assignee reveals that there is a score.
         and (m.topic is distinct from 'corrected' or sees_others)
    )
  );
end
$$;

-- For readers. Returns a whole application. Volatile, because it writes an entry in the access log.
create function public.review_application(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
begin
  perform private.demand('reader');
  a := private.existing_application(review_application.application_id);
  perform private.log_opening(a.id);
  return private.whole_application(a);
end
$$;

-- Returns members' changes since the event `after_event`, without it those of the last twenty seconds, the time, the number
-- of applicants who still need to hear from the lab, and the number of the caller's decision mails that leave within a
-- minute, with the seconds until the first. A transaction may commit after
-- one with a higher number, so the last twenty seconds are always repeated, and the client knows what it has seen.
create function public.review_pulse(after_event bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  last_event bigint;
begin
  perform private.demand('reader');
  last_event := coalesce((
    select e.id from public.application_events e
     where private.shows_deed(e.kind, e.actor, e.application_id) and private.is_application_present(e.application_id)
     order by e.id desc limit 1), 0);
  after_event := coalesce(after_event, last_event);
  return jsonb_build_object(
    'last_event', last_event,
    'newest', (
      select a.created_at from public.applications a
       where private.is_present(a.erasing_at) order by a.created_at desc, a.id desc limit 1),
    'now', now(),
    'to_notify', private.count_to_notify(),
    'leaving', (
      select jsonb_build_object('count', count(*), 'seconds', ceil(extract(epoch from min(m.due_at) - now())))
        from private.own_leaving_mails() m
    ),
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'event', e.id, 'application_id', e.application_id, 'actor', e.actor, 'actor_email', e.actor_email,
        'kind', e.kind, 'to', case e.kind when 'moved' then e.detail ->> 'to' end, 'at', e.at) order by e.id), '[]')
        from (
          select * from public.application_events e
           where e.id > after_event - 1000
             and (e.id > after_event or e.at > clock_timestamp() - interval '20 seconds')
             and private.shows_deed(e.kind, e.actor, e.application_id) and private.is_application_present(e.application_id)
           order by e.id desc limit 200
        ) e
    )
  );
end
$$;

-- Puts an unconfirmed application's confirmation mail in the queue again, within the limits that hold for everyone.
create function public.review_resend_confirmation(application_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  outcome text;
begin
  perform private.demand('reviewer');
  outcome := private.resend_confirmation(review_resend_confirmation.application_id, '1 minute');
  if outcome = 'too_soon' then
    raise sqlstate 'PT429' using message = 'A confirmation was mailed less than a minute ago.';
  elsif outcome = 'queued' then
    perform pg_notify('mails', '');
    perform private.log_access('confirmation_resent', review_resend_confirmation.application_id);
  end if;
  return coalesce(outcome = 'queued', false);
end
$$;

-- For owners. Hides an application at once and has it erased in a minute. Returns {"erasing_at"}, the same when repeated.
create function public.review_erase(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  asked timestamptz;
begin
  perform private.demand('owner');
  perform from public.applications a where a.id = review_erase.application_id for update;
  select a.erasing_at into asked from public.applications a
   where a.id = review_erase.application_id and a.erase_reason = 'owner';
  if found then
    return jsonb_build_object('erasing_at', asked);
  end if;
  perform private.locked_application(review_erase.application_id);
  perform private.record_event(review_erase.application_id, 'erasure_asked', '{}');
  return jsonb_build_object('erasing_at', private.begin_erasure(review_erase.application_id, 'owner', '1 minute'));
end
$$;

-- For owners. Takes an owner's erasure back within its minute. Returns the row.
create function public.review_erase_undo(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  perform from public.applications a where a.id = review_erase_undo.application_id for update;
  if private.end_erasure(review_erase_undo.application_id, 'owner') then
    perform private.record_event(review_erase_undo.application_id, 'erasure_undone', '{}');
  end if;
  perform private.existing_application(review_erase_undo.application_id);
  return private.answered_row(review_erase_undo.application_id);
end
$$;

-- Prefetching, so that the next application is loaded before it is opened.

-- For readers. Returns whole applications that will be shown next, with their evidence and the sender's other ones, in the
-- order of the ids, without missing ones. Each is logged as a prefetch.
create function public.review_ahead(application_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 5;
begin
  perform private.demand('reader');
  if coalesce(cardinality(application_ids), 0) > most then
    raise invalid_parameter_value using message = format('At most %s applications are read ahead.', most);
  end if;
  perform private.log_opening(a.id, 'read_ahead')
     from unnest(application_ids) as asked (id) join public.applications a on a.id = asked.id
    where private.is_present(a.erasing_at)
    -- In one order, because each takes a lock.
    order by a.id;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'application', private.whole_application(a), 'evidence', private.evidence_of(a.id), 'others', private.others_of(a)
    ) order by asked.place), '[]')
      from unnest(application_ids) with ordinality as asked (id, place) join public.applications a on a.id = asked.id
     where private.is_present(a.erasing_at)
  );
end
$$;

revoke all on function public.review_same_person, public.review_application, public.review_pulse,
  public.review_resend_confirmation, public.review_erase, public.review_erase_undo, public.review_ahead
  from public, anon, authenticated;
grant execute on function public.review_same_person, public.review_application, public.review_pulse,
  public.review_resend_confirmation, public.review_erase, public.review_erase_undo, public.review_ahead to authenticated;
