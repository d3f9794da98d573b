-- The pace of mails, a configured rate, and requests of the mail server to slow down.

create table private.mail_pace (
  only_row boolean not null default true
    constraint mail_pace_pkey primary key
    constraint mail_pace_only_row_check check (only_row),
  -- The number of mails that may be sent at once at the last count. It grows with time.
  turns double precision not null default 0,
  counted_at timestamptz not null default now(),
  -- Set by the mail server's request. None is claimed before, and the number of consecutive requests.
  slow_until timestamptz,
  slowed_at timestamptz,
  slowed_times integer not null default 0
);
insert into private.mail_pace default values;

-- Claims due mails, at most `per_second` over all callers (null for no limit). Returns {"orders": […],
-- "wait_ms": time until more may be claimed, 0 if it depends on due mails}.
create function private.claim_mails(batch integer, per_second double precision) returns jsonb
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  slow_ms constant double precision :=
    (select extract(epoch from p.slow_until - now()) * 1000 from private.mail_pace p);
  may integer := batch;
  counted double precision;
  orders jsonb;
begin
  if slow_ms > 0 then
    return jsonb_build_object('orders', '[]'::jsonb, 'wait_ms', ceil(slow_ms));
  end if;
  if per_second is not null then
    -- A tenth of a second's mails may leave at once.
    update private.mail_pace p
       set turns = least(
             greatest(1, per_second / 10),
             -- A clock that was set back takes none away.
             p.turns + greatest(0, extract(epoch from clock_timestamp() - p.counted_at)) * per_second
           ),
           counted_at = clock_timestamp()
    returning p.turns into counted;
    may := least(batch, floor(counted));
    if may < 1 then
      return jsonb_build_object('orders', '[]'::jsonb, 'wait_ms', ceil((1 - counted) / per_second * 1000));
    end if;
  end if;
  orders := private.claim_due_mails(may);
  if per_second is not null then
    update private.mail_pace p set turns = p.turns - jsonb_array_length(orders);
  end if;
  return jsonb_build_object('orders', orders, 'wait_ms', case
    when per_second is not null and may < batch and jsonb_array_length(orders) = may then ceil(1000 / per_second)
    else 0
  end);
end
$$;

-- One call for a continuing sender. It records sent mails, at most 100, and claims the next like claim_mails (none with a
-- `batch` of 0). It does not wait for a mail whose application is locked, because several locks in turn could deadlock.
-- Such mails are returned in "unrecorded", and finish_mail records them. Returns claim_mails' object with that list.
create function public.record_and_claim_mails(
  sent uuid[], batch integer default 10, per_second double precision default null
) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  answer jsonb := '{"orders": [], "wait_ms": 0}';
begin
  if cardinality(sent) > 100 then
    raise invalid_parameter_value using message = 'At most 100 mails are recorded at once.';
  end if;
  with held as (
    select m.id
      from private.mails m
      join public.applications a on a.id = m.application_id
     where m.id = any (sent) and m.state = 'sending'
       for update of a, m skip locked
  ),
  others as (
    select m.id
      from private.mails m
     where m.id = any (sent) and m.state = 'sending' and m.application_id is null
       for update skip locked
  )
  update private.mails m
     set state = 'sent', sent_at = now(), last_error = null
   where m.id = any (array(select held.id from held union all select others.id from others));
  -- Before the claim, which gets none while the breaker is open. All lock the pace before the breaker.
  if cardinality(sent) > 0 and exists (select from private.mail_breaker b where b.opened_at is not null) then
    perform from private.mail_pace for update;
    perform private.close_mail_breaker();
  end if;
  if batch > 0 then
    answer := private.claim_mails(batch, per_second);
  end if;
  return answer || jsonb_build_object('unrecorded', array(
    select m.id from private.mails m where m.id = any (sent) and m.state = 'sending'));
end
$$;

-- Records that the mail server asked for fewer mails. None is claimed for 5 seconds, twice as long after each further
-- request within such a pause, 5 minutes at most. The mail uses up no retry for a day, then it fails as finish_mail says.
-- A mail server that asks for less is there, so the breaker closes.
create function public.slow_mails_down(mail_id uuid, failure text) returns void
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  pace private.mail_pace;
  claimed timestamptz;
begin
  perform from public.applications a
   where a.id = (select m.application_id from private.mails m where m.id = mail_id)
     for update;
  select m.claimed_at into claimed from private.mails m where m.id = mail_id and m.state = 'sending';
  select * into pace from private.mail_pace for update;
  perform private.close_mail_breaker();
  -- Mails that were claimed before it asked say nothing new.
  if claimed > coalesce(pace.slowed_at, '-infinity') then
    pace.slowed_times := case
      when now() < pace.slow_until + (pace.slow_until - pace.slowed_at) then pace.slowed_times + 1
      else 1
    end;
    pace.slowed_at := now();
    pace.slow_until := now() + least(interval '5 seconds' * 2 ^ least(pace.slowed_times - 1, 6), interval '5 minutes');
    update private.mail_pace p
       set slowed_times = pace.slowed_times, slowed_at = pace.slowed_at, slow_until = pace.slow_until;
  end if;

  update private.mails m
     set state = 'due', attempts = m.attempts - 1, last_error = left(failure, 500),
         due_at = greatest(now(), pace.slow_until)
   where m.id = mail_id and m.state = 'sending' and m.created_at > now() - interval '1 day';
  if not found then
    perform public.finish_mail(mail_id, failure);
  end if;
end
$$;

-- Returns the seconds until the next work on mails, zero or less when it is due, null when none waits. A request is
-- processed after its answer. If that did not happen, it is due after five seconds.
create function private.seconds_to_next_mail() returns double precision
language sql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
  select extract(epoch from coalesce(
    (select b.next_trial_at from private.mail_breaker b),
    least(
      -- With min() PostgreSQL 15 would read all waiting rows if it expects few.
      (select m.due_at from private.mails m
        where m.state = 'due' and not (m.kind = 'opening' and private.is_closed()) order by m.due_at limit 1),
      -- A mail that is being sent was already due.
      (select min(m.claimed_at) + interval '2 minutes' from private.mails m where m.state = 'sending' and m.due_at <= now()),
      (select min(m.asked_at) from private.asked_mails m) + interval '5 seconds'
    )
  ) - now())
$$;

-- For schedules. Queues automatic mails and returns the seconds until mails may be claimed, zero or less when they may,
-- null when none waits. `with_forgotten` includes mails for applicants who never requested theirs.
create function public.queue_mails(with_forgotten boolean default true) returns double precision
language plpgsql security definer set search_path = '' set jit = off
as $$
begin
  if with_forgotten then
    perform private.queue_forgotten_mails();
  end if;
  -- Nothing else reports the day on which applications open.
  perform private.queue_opening_mails();
  perform private.queue_member_mails();
  return (
    select greatest(next.seconds, (select extract(epoch from p.slow_until - now()) from private.mail_pace p))
      from (select private.seconds_to_next_mail() as seconds) next
     where next.seconds is not null
  );
end
$$;

-- For operators and their alarms. Returns how many mails wait, how many of them failed before, how many were given up or
-- held in the last seven days, the age of the oldest in seconds, and the seconds of the mail server's pause.
create function public.mail_figures() returns table (
  waiting bigint, retrying bigint, stuck bigint, oldest_seconds double precision, slow_seconds double precision
)
language sql stable security definer
set search_path = '' set enable_seqscan = off set jit = off
as $$
  select count(*), count(m.last_error),
         (select count(*) from private.mails s
           where s.state in ('held', 'failed') and s.created_at > now() - interval '7 days'),
         coalesce(extract(epoch from now() - min(m.created_at)), 0),
         (select coalesce(greatest(extract(epoch from p.slow_until - now()), 0), 0) from private.mail_pace p)
    from private.mails m
   where m.state in ('due', 'sending')
$$;

revoke all on function public.record_and_claim_mails, public.slow_mails_down, public.queue_mails, public.mail_figures from
  public, anon, authenticated;
grant execute on function public.record_and_claim_mails, public.slow_mails_down, public.queue_mails, public.mail_figures to
  service_role;
