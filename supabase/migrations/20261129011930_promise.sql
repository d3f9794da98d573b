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

create function private.promise_of(a public.applications) returns text
language sql immutable parallel safe
as $$
  select private.promise(a.status, a.email_confirmed_at, a.archived_at, a.erasing_at, a.answered_at, a.notified_at)
$$;

-- Returns true until an answer has reached the applicant.
create function private.awaits_answer(a public.applications) returns boolean
language sql immutable
as $$
  select coalesce(private.promise_of(a) in ('waiting', 'to_notify') and a.answered_at is null, false)
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

-- A mail that was being sent while its address was marked counts as returned.
create function private.record_sent_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.messages m set bounced_at = a.email_bounced_at
    from public.applications a
   where m.id = new.id and a.id = m.application_id and a.email_bounced_at is not null;
  perform private.record_answers(array[new.application_id]);
  return null;
end
$$;

create trigger record_sent_mail
  after update of state on private.messages
  for each row when (new.kind = 'review' and new.state = 'sent' and old.state <> 'sent')
  execute function private.record_sent_mail();

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

-- An answer is due soon in the last days before its date.
create function private.soon_time() returns interval
language sql immutable parallel safe
as $$ select interval '72 hours' $$;

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
        '%1$s and %2$s >= %3$L and %2$s < %4$L', waiting, since, last_in_time, last_in_time + private.soon_time());
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

-- The share of answers in time and their median, counted once a week. A figure is null without applications to count.
create table private.promise_figures (
  only_row boolean not null default true
    constraint promise_figures_pkey primary key
    constraint promise_figures_only_row_check check (only_row),
  -- The lab's day on which they were counted, null before the first time.
  counted_on date,
  -- The applicants whose promised day was within 90 days before, and those of them who have an answer.
  people_due integer not null default 0,
  people_answered integer not null default 0,
  -- In whole per cent and in half days, so that a week reveals no single applicant.
  percent_in_time integer,
  median_days numeric(5, 1)
);

insert into private.promise_figures default values;

-- For schedules. Counts the figures once in each of the lab's weeks and returns 1, or 0 if this week's are there. It leaves out
-- who withdrew before the promised day, and who is being erased without an answer.
create function public.count_promise_figures() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := (now() at time zone private.lab_zone())::date;
begin
  -- Another copy of the server waits here, and then finds this week's figures.
  perform from private.promise_figures f
    where f.counted_on is null or f.counted_on < date_trunc('week', today)::date for update;
  if not found then
    return 0;
  end if;
  with promised as (
    select a.answered_at, s.since, s.since + private.answer_time() as due, private.promise_of(a) as state,
           case
             when a.erasing_at is null
               then least(a.archived_at, case when a.status = 'withdrawn' then a.status_changed_at end)
           end as ended_at
      from public.applications a
     -- The days count from the confirmation or the present round, and again after a withdrawal. A decision without a
     -- notice does not end them, because its applicant still waits.
     cross join lateral (
       select greatest(a.email_confirmed_at, a.created_at, case when a.waiting_since is not null then (
           select max(p.entered_at)
             from public.application_status_periods p
             join public.application_status_periods w
               on w.application_id = p.application_id and w.number = p.previous_number and w.status = 'withdrawn'
            where p.application_id = a.id and p.round = a.round and p.undone_at is null
              and p.entered_at <= coalesce(a.answered_at, 'infinity'))
         end) as since
     ) s
     where private.promise_of(a) is not null
  ),
  counted as (
    select count(*) as due, count(p.answered_at) as answered, count(*) filter (where p.answered_at <= p.due) as in_time,
           percentile_cont(0.5) within group (order by extract(epoch from p.answered_at - p.since)) as median
      from promised p
     where p.due > now() - interval '90 days' and p.due <= now()
       and (p.state <> 'ended' or p.answered_at is not null or p.ended_at > p.due)
  )
  update private.promise_figures f
     set counted_on = today, people_due = c.due, people_answered = c.answered,
         -- A hundred per cent is everyone.
         percent_in_time = case when c.in_time < c.due then least(99, round(100.0 * c.in_time / c.due)) when c.due > 0 then 100 end,
         median_days = case when c.answered > 0 then greatest(0.5, round(2 * c.median / 86400) / 2) end
    from counted c;
  return 1;
end
$$;

-- For anyone. Returns {"percent_in_time", "median_days", "counted_on"}, or {} unless owners publish the figures and each is
-- of at least 20 people. It reads one row.
create function public.promise_figures() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select jsonb_build_object(
          'percent_in_time', f.percent_in_time, 'median_days', f.median_days, 'counted_on', f.counted_on)
        from private.promise_figures f
       cross join public.lab_terms t
       where t.publishes_figures and f.people_due >= 20 and f.people_answered >= 20
    ),
    '{}')
$$;

-- For readers. Returns how many wait now, how many of them are due within three days and overdue, how many are to be
-- notified, and the figures of the week.
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
          and private.promise_since(a.email_confirmed_at, a.waiting_since) < last_in_time + private.soon_time()),
      'to_notify', private.count_to_notify(),
      'figures', (select to_jsonb(f) - 'only_row' from private.promise_figures f)
    )
    from public.applications a
    where private.promise_of(a) = 'waiting'
  );
end
$$;

grant execute on function public.review_promise to authenticated;
grant execute on function public.promise_figures to anon, authenticated, service_role;
grant execute on function public.count_promise_figures to service_role;
