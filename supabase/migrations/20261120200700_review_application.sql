-- One application whole, what has changed lately, and the numbers.

create function public.review_application(application_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  a public.applications;
begin
  perform private.demand('reader');
  select * into a from public.applications where id = review_application.application_id;
  if not found then
    raise sqlstate 'PT404' using message = 'This application is no longer there.';
  end if;
  return jsonb_build_object(
    'row', private.list_row(a, 'created') || jsonb_build_object(
      'sectors', a.sectors, 'first_touch', a.first_touch, 'decided_at', a.decided_at,
      'answers', jsonb_build_object(
        'q1', a.q1, 'q2', a.q2, 'q3', a.q3, 'q4', a.q4, 'q5', a.q5, 'q6', a.q6, 'q7', a.q7)
    ),
    'questions', (select to_jsonb(q) from public.question_sets q where q.version = a.questions_version),
    'moves', (select coalesce(jsonb_agg(m.to_status), '[]') from public.application_moves m where m.from_status = a.status),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]')
        from public.application_notes n where n.application_id = a.id
    ),
    'ratings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'reviewer', r.reviewer, 'email', u.email, 'criterion', r.criterion, 'score', r.score) order by u.email), '[]')
        from public.application_ratings r join auth.users u on u.id = r.reviewer where r.application_id = a.id
    ),
    'criteria', (select jsonb_agg(to_jsonb(c) order by c.position) from public.rating_criteria c),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.id desc), '[]')
        from (select * from public.application_events e where e.application_id = a.id order by e.id desc limit 200) e
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'state', m.state, 'subject', m.subject, 'created_at', m.created_at, 'sent_at', m.sent_at,
        'attempts', m.attempts) order by m.created_at desc), '[]')
        from public.application_mails m where m.application_id = a.id and m.kind <> 'lab'
    )
  );
end
$$;

-- What others did since the event last heard of. A transaction may commit after one with a higher number, so the
-- last twenty seconds are always told again; the hearer compares versions.
create function public.review_pulse(after_event bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  return jsonb_build_object(
    'last_event', (select coalesce(max(e.id), 0) from public.application_events e),
    'newest', (select a.created_at from public.applications a order by a.created_at desc, a.id desc limit 1),
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'event', e.id, 'application_id', e.application_id, 'actor', e.actor, 'actor_email', e.actor_email,
        'kind', e.kind, 'at', e.at) order by e.id), '[]')
        from (
          select * from public.application_events e
           where after_event is not null
             and e.id > after_event - 1000
             and (e.id > after_event or e.at > clock_timestamp() - interval '20 seconds')
           order by e.id desc limit 200
        ) e
    )
  );
end
$$;

create function private.median_and_ninetieth(hours double precision[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'count', count(h),
    'median', round((percentile_cont(0.5) within group (order by h))::numeric, 1),
    'ninetieth', round((percentile_cont(0.9) within group (order by h))::numeric, 1)
  )
  from unnest(hours) as h
$$;

-- The overview of the days from `from_day` to `to_day` (UTC, inclusive, at most 731). Hours are counted from submission.
create function public.review_numbers(from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.demand('reader');
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 731 then
    raise invalid_parameter_value using message = 'The days run from the earlier to the later, at most two years.';
  end if;
  with counted as materialized (
    select (a.created_at at time zone 'UTC')::date as day, a.email_confirmed_at is not null as confirmed, a.source,
           a.status,
           extract(epoch from a.first_reviewed_at - a.created_at) / 3600 as to_review,
           extract(epoch from a.decided_at - a.created_at) / 3600 as to_decision
      from public.applications a
     where a.created_at >= from_day::timestamp at time zone 'UTC'
       and a.created_at < (to_day + 1)::timestamp at time zone 'UTC'
  )
  select jsonb_build_object(
    'total', (select count(*) from counted),
    'confirmed', (select count(*) from counted where confirmed),
    'per_day', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'applications', coalesce(c.n, 0), 'confirmed', coalesce(c.confirmed, 0)) order by d.day)
        from (select g::date as day from generate_series(from_day::timestamp, to_day::timestamp, '1 day') g) d
        left join (
          select day, count(*) as n, count(*) filter (where counted.confirmed) as confirmed from counted group by day
        ) c on c.day = d.day
    ),
    'by_status', (select coalesce(jsonb_object_agg(status, n), '{}') from (select status, count(*) as n from counted group by status) s),
    'by_source', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.applications desc, s.source), '[]')
        from (
          select source, count(*) as applications, count(*) filter (where confirmed) as confirmed,
                 count(*) filter (where status = 'accepted') as accepted
            from counted group by source order by count(*) desc limit 20
        ) s
    ),
    'to_review', private.median_and_ninetieth((select array_agg(to_review) from counted where to_review is not null)),
    'to_decision', private.median_and_ninetieth((select array_agg(to_decision) from counted where to_decision is not null))
  ) into answer;
  return answer;
end
$$;

-- Puts an unconfirmed application's confirmation mail in the queue again, within the limits that hold for everyone.
create function public.review_resend_confirmation(application_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('reviewer');
  if exists (
    select from public.application_mails m
     where m.application_id = review_resend_confirmation.application_id and m.kind = 'confirmation'
       and coalesce(m.claimed_at, m.created_at) > now() - interval '1 minute'
  ) then
    raise sqlstate 'PT429' using message = 'A confirmation was mailed less than a minute ago.';
  end if;
  return public.resend_confirmation_mail(review_resend_confirmation.application_id);
end
$$;

-- Takes an application out of the database for good: what an applicant may ask for.
create function public.review_delete(application_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  delete from public.applications a where a.id = review_delete.application_id;
end
$$;

revoke all on function public.review_application(uuid), public.review_pulse(bigint),
  private.median_and_ninetieth(double precision[]), public.review_numbers(date, date),
  public.review_resend_confirmation(uuid), public.review_delete(uuid)
  from public, anon, authenticated;
grant execute on function public.review_application(uuid), public.review_pulse(bigint),
  public.review_numbers(date, date), public.review_resend_confirmation(uuid), public.review_delete(uuid)
  to authenticated;
