-- On the floor `screens`.
-- One whole application, opened or prefetched.

-- One application with its answers, notes, ratings, replies and the latest 200 mails and events, for a caller that has logged
-- it. "has_more_events" and "has_more_mails" are true if there are earlier ones.
create function private.whole_application(a public.applications) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answers jsonb;
  sees_others constant boolean := private.sees_others(a.id, auth.uid());
  events constant jsonb := private.page_of(array(
    select to_jsonb(e) from public.application_events e
     where e.application_id = a.id and private.shows_action(e.kind, e.actor, e.application_id)
     order by e.id desc limit 201
  ), 200, 700000);
  mails constant jsonb := private.page_of(array(
    select jsonb_build_object(
        'kind', m.kind, 'topic', m.topic, 'state', m.state, 'subject', m.subject, 'created_at', m.created_at, 'sent_at', m.sent_at,
        'attempts', m.attempts, 'about', m.about, 'due_at', m.due_at, 'retries', m.retries,
        -- The id of a confirmation mail is what its link carries.
        'id', case when m.kind in ('review', 'applicant') then m.id end,
        'failure', case when m.state = 'failed' then m.last_error end)
      from private.messages m
     where m.application_id = a.id and m.kind <> 'lab'
       -- A mail to the assignee reveals that there is a score.
       and (m.topic is distinct from 'corrected' or sees_others)
     order by m.created_at desc limit 201
  ), 200, 300000);
begin
  execute format('select jsonb_build_object(%s) from (select ($1).*) a', private.answer_pairs()) into answers using a;
  return jsonb_build_object(
    'row', private.list_row(a, 'created') || jsonb_build_object(
      'sectors', a.sectors, 'first_touch', a.first_touch, 'decided_at', a.decided_at,
      'answers', answers
    ),
    'questions', (select to_jsonb(q) from public.question_sets q where q.version = a.questions_version),
    'moves', (select coalesce(jsonb_agg(m.to_status), '[]') from private.application_moves m where m.from_status = a.status),
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
    'events', events -> 'rows', 'has_more_events', events -> 'more',
    'replies', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.received_at desc), '[]')
        from public.application_replies r where r.application_id = a.id
    ),
    'mails', mails -> 'rows', 'has_more_mails', mails -> 'more'
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

-- For readers. Returns whole applications that will be shown next, with their evidence and the sender's other ones, in the
-- order of the ids, without missing ones. Each is logged as a prefetch.
create function public.review_application_prefetch(application_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 5;
begin
  perform private.demand('reader');
  if coalesce(cardinality(application_ids), 0) > most then
    perform private.refuse(400, 'invalid_value', format('At most %s applications can be prefetched.', most));
  end if;
  perform private.log_opening(a.id, 'prefetched')
     from unnest(application_ids) as asked (id) join public.applications a on a.id = asked.id
    where private.is_present(a.erasing_at)
    -- In one order, because each takes a lock.
    order by a.id;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'application', private.whole_application(a), 'evidence', private.evidence_of(a.id), 'others', private.others_of_person(a)
    ) order by asked.place), '[]')
      from unnest(application_ids) with ordinality as asked (id, place) join public.applications a on a.id = asked.id
     where private.is_present(a.erasing_at)
  );
end
$$;

grant execute on function public.review_application, public.review_application_prefetch to authenticated;
