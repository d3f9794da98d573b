-- On the floor `records`.
-- The promise of an answer. A confirmed application is waiting, answered, to notify or ended (private.promise), and waits
-- until the date that public.lab_terms promises.

-- The state of the lab's promise to answer in time. A confirmed application is in exactly one state. It is 'waiting' (no
-- answer in the present round), 'answered', 'to_notify' (an answer of which the applicant was not notified) or 'ended'. Others have
-- none. Nothing else computes it. PostgreSQL inlines the body into queries and into the conditions of indexes, which a
-- search path would prevent.
create function private.promise(
  status text, email_confirmed_at timestamptz, archived_at timestamptz, erasing_at timestamptz,
  answered_at timestamptz, notified_at timestamptz
) returns text
language sql immutable parallel safe
-- Parsed once, here, because the inserting role may not look up names in this schema.
return case
  when email_confirmed_at is null then null
  when status = 'withdrawn' or erasing_at is not null or archived_at is not null then 'ended'
  when private.is_answer(status) then case when notified_at is null then 'to_notify' else 'answered' end
  when answered_at is null then 'waiting'
  else 'answered'
end;

-- Returns the time from which the promised days count, the confirmation or the beginning of a later wait.
create function private.promise_since(email_confirmed_at timestamptz, waiting_since timestamptz) returns timestamptz
language sql immutable parallel safe
as $$
  select greatest(email_confirmed_at, waiting_since)
$$;

-- The state of the promise for a row.
create function private.promise_of(a public.applications) returns text
language sql immutable parallel safe
as $$
  select private.promise(a.status, a.email_confirmed_at, a.archived_at, a.erasing_at, a.answered_at, a.notified_at)
$$;

-- A new application is not confirmed, so neither index includes it.
create index applications_to_notify_idx on public.applications (created_at, id)
  where private.promise(status, email_confirmed_at, archived_at, erasing_at, answered_at, notified_at) = 'to_notify';

create index applications_waiting_idx on public.applications (private.promise_since(email_confirmed_at, waiting_since), id)
  include (created_at, status, assignee, archived_at, erasing_at, email_confirmed_at, waiting_since)
  where private.promise(status, email_confirmed_at, archived_at, erasing_at, answered_at, notified_at) = 'waiting';

-- Without it PostgreSQL expects half a percent of the table in each state.
create statistics public.applications_promise_stats
  on (private.promise(status, email_confirmed_at, archived_at, erasing_at, answered_at, notified_at)) from public.applications;

-- Notes on the applications of `ids`, whose rows the caller has locked, when the applicants were notified. It counts a mail about
-- a period that was sent and did not bounce, and a member's record. An answer that the applicant knows answers the round,
-- also if it was changed since.
create function private.record_answers(ids uuid[]) returns void
language sql set search_path = ''
as $$
  update public.applications a
     set notified_at = known.present, answered_at = known.first
    from (
      select c.id,
             max(t.at) filter (where t.number = c.current_period) as present,
             min(t.at) filter (where private.is_answer(t.status)) as first
        from public.applications c
       cross join lateral (
         -- The present round began with the latest application of the person.
         select coalesce(max(r.number), 1) as began
           from public.application_status_periods r
          where r.application_id = c.id and r.cause = 'again' and r.undone_at is null and r.number <= c.current_period
       ) round
        left join lateral (
         select p.number, p.status, p.notified_at as at
           from public.application_status_periods p
          where p.application_id = c.id and p.notified_at is not null
         union all
         select m.period, m.about, m.sent_at
           from private.messages m
          where m.application_id = c.id and m.kind = 'review' and m.state = 'sent' and m.bounced_at is null
       ) t on t.number >= round.began
       where c.id = any (ids) and c.current_period is not null
       group by c.id
    ) known
   where a.id = known.id and (a.notified_at, a.answered_at) is distinct from (known.present, known.first)
$$;

create function private.record_sent_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_answers(array[new.application_id]);
  return null;
end
$$;

create trigger record_sent_mail
  after update of state on private.messages
  for each row when (new.kind = 'review' and new.state = 'sent' and old.state <> 'sent')
  execute function private.record_sent_mail();

-- The day by which an answer is promised.
create function private.answer_by(a public.applications) returns timestamptz
language sql stable set search_path = ''
as $$
  select private.promise_since(a.email_confirmed_at, a.waiting_since) + private.answer_time()
$$;

-- Returns the condition of a state of the promise as SQL over the alias `a`.
create function private.promise_condition(state text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if state not in ('waiting', 'answered', 'to_notify', 'ended') then
    perform private.refuse(400, 'invalid_filter', 'The filter "promise" is waiting, answered, to_notify or ended.');
  end if;
  return format(
    'private.promise(a.status, a.email_confirmed_at, a.archived_at, a.erasing_at, a.answered_at, a.notified_at) = %L', state);
end
$$;

-- Returns the condition of waiting, overdue, or due within three days ('soon') as SQL over the alias `a`.
create function private.due_condition(due text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  last_in_time timestamptz := now() - private.answer_time();
  waiting constant text := private.promise_condition('waiting');
  since constant text := 'private.promise_since(a.email_confirmed_at, a.waiting_since)';
begin
  case due
    when 'waiting' then
      return waiting;
    when 'overdue' then
      return format('%s and %s < %L', waiting, since, last_in_time);
    when 'soon' then
      return format(
        '%1$s and %2$s >= %3$L and %2$s < %4$L', waiting, since, last_in_time, last_in_time + interval '72 hours');
    else
      perform private.refuse(400, 'invalid_filter', 'The filter "due" is waiting, overdue or soon.');
  end case;
end
$$;

-- Returns the number of applicants who still need to hear from the lab.
create function private.count_to_notify() returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.applications a where private.promise_of(a) = 'to_notify'
$$;

-- For readers. Returns how many wait now, how many of them are due within three days and overdue, and how many are to be
-- notified.
create function public.review_promise() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  last_in_time timestamptz := now() - private.answer_time();
begin
  perform private.demand('reader');
  return (
    select jsonb_build_object(
      'answer_days', (select t.answer_days from public.lab_terms t),
      'waiting', count(*),
      'overdue', count(*) filter (where private.promise_since(a.email_confirmed_at, a.waiting_since) < last_in_time),
      'soon', count(*) filter (
        where private.promise_since(a.email_confirmed_at, a.waiting_since) >= last_in_time
          and private.promise_since(a.email_confirmed_at, a.waiting_since) < last_in_time + interval '72 hours'),
      'to_notify', private.count_to_notify()
    )
    from public.applications a
    where private.promise_of(a) = 'waiting'
  );
end
$$;

grant execute on function public.review_promise to authenticated;
