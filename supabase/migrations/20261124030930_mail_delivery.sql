-- The delivery of mails. A visitor's request is stored, processed after the answer, claimed by one sender and finished.
-- The confirmation function does the same work for every address, so that its answer time reveals nothing. It counts the
-- caller, stores the request, and reports if the mail server was last reachable.

-- Requests for a confirmation mail or a new link that were acknowledged and not looked into yet, whether the address has
-- applied or not.
create table private.asked_mails (
  id bigint generated always as identity constraint asked_mails_pkey primary key,
  email text not null constraint asked_mails_email_check check (char_length(email) <= 1000),
  asked_at timestamptz not null default now(),
  topic text not null default 'confirmation'
    constraint asked_mails_topic_check check (topic in ('confirmation', 'new_link'))
);

-- Stores a visitor's request for a confirmation mail. Returns false while the mail server is unavailable, for every
-- address. `client` is the network address of the caller, which gets 429 beyond twice the limit of applications.
create function public.ask_for_confirmation_mail(email text, client text default null) returns boolean
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  perform private.limit_requests('mail', 2, client);
  insert into private.asked_mails (email) values (ask_for_confirmation_mail.email);
  return (select b.opened_at is null from private.mail_breaker b);
end
$$;

-- Makes the confirmation mail of one application due, whose row the caller has locked, at most one a minute and five in
-- all. A mail that waits for a retry becomes due instead of another. A permanently failed one reached nobody and does not
-- count. Returns 'queued', 'too_soon' or 'too_many'.
create function private.queue_confirmation_mail(of_application uuid) returns text
language plpgsql
as $$
declare
  counted integer;
  latest timestamptz;
  under_way boolean;
begin
  select count(*) filter (where state <> 'failed'),
         max(coalesce(claimed_at, created_at)) filter (where revoked_at is null),
         coalesce(bool_or(state in ('due', 'sending') and revoked_at is null), false)
    into counted, latest, under_way
    from public.application_mails
   where application_id = of_application and kind = 'confirmation';
  if latest > now() - interval '1 minute' then
    return 'too_soon';
  end if;
  if under_way then
    update public.application_mails
       set due_at = least(due_at, now())
     where application_id = of_application and kind = 'confirmation' and state = 'due';
    return 'queued';
  end if;
  if counted >= 5 then
    return 'too_many';
  end if;
  insert into public.application_mails (application_id, kind) values (of_application, 'confirmation');
  return 'queued';
end
$$;

-- Processes stored requests. One whose application is locked by another transaction waits for the next run, because
-- waiting for several rows in turn could deadlock.
create function private.queue_asked_mails() returns void
language plpgsql
as $$
declare
  asked record;
  of_application uuid;
  is_confirmed boolean;
begin
  for asked in
    select m.id, m.email, m.topic from private.asked_mails m order by m.id limit 100 for update skip locked
  loop
    select a.id into of_application
      from public.applications a
     where case when a.archived_at is null then private.email_key(a.email) end = private.email_key(private.trimmed(asked.email));
    if of_application is not null then
      perform from public.applications a where a.id = of_application for update skip locked;
      if not found then
        continue;
      end if;
      select a.email_confirmed_at is not null into is_confirmed
        from public.applications a
       where a.id = of_application and a.archived_at is null;
      if asked.topic = 'confirmation' and not is_confirmed then
        perform private.queue_confirmation_mail(of_application);
      elsif asked.topic = 'new_link' and is_confirmed then
        perform private.queue_new_link(of_application);
      end if;
    end if;
    delete from private.asked_mails m where m.id = asked.id;
  end loop;
end
$$;

-- Claims due mails, each for one caller only. A claim whose sender died expires after two minutes, and a mail whose sender
-- died four times is given up. While the breaker is open one mail at a time is a trial. Without a due mail there is
-- nothing to try and it closes. A claim walks the index of due mails in order and stops when it has enough (set
-- enable_sort, enable_bitmapscan = off).
create function private.claim_application_mails(batch integer) returns jsonb
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
set enable_sort = off set enable_bitmapscan = off
as $$
declare
  is_trial boolean;
  mail public.application_mails;
  told jsonb;
  orders jsonb := '[]';
begin
  perform private.queue_asked_mails();
  update private.mail_breaker set next_trial_at = now() + interval '1 minute' where next_trial_at <= now();
  is_trial := found;
  if not is_trial and exists (select from private.mail_breaker where opened_at is not null) then
    return '[]';
  end if;

  for mail in
    with due as (
      select m.id
        from public.application_mails m
        join public.applications a on a.id = m.application_id
       -- A mail that is being sent was already due, so the index is only read up to the first future mail.
       where m.due_at <= now()
         and (m.state = 'due' or (m.state = 'sending' and m.claimed_at < now() - interval '2 minutes'))
         and (m.period is null or m.period = a.current_period or m.state = 'sending')
       order by m.due_at
       limit case when is_trial then 1 else batch end
         for update of a, m skip locked
    ),
    claimed as (
      update public.application_mails m
         set state = case when m.attempts < 4 then 'sending' else 'failed' end,
             attempts = least(m.attempts + 1, 4),
             claimed_at = now()
       -- As a join, the plan of a session that found the table empty would read all of it.
       where m.id = any (array(select due.id from due))
      returning m.*
    )
    select * from claimed where state = 'sending'
  loop
    told := private.mail_order(mail);
    if told is null then
      update public.application_mails m set state = 'dropped' where m.id = mail.id;
      -- The next trial is in a minute, so other mails may wait.
      is_trial := false;
    else
      orders := orders || jsonb_build_array(told);
    end if;
  end loop;
  if is_trial and orders = '[]' then
    perform private.close_mail_breaker();
  end if;
  return orders;
end
$$;

-- Returns the pause after this many failed attempts, or null when the mail is given up.
create function private.retry_pause(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select (array[interval '1 minute', interval '5 minutes', interval '30 minutes'])[greatest(attempts, 1)]
$$;

-- Records the result of a claimed mail about an application, like finish_mail. Returns the time of its claim, or null.
create function private.finish_application_mail(mail_id uuid, failure text, unwanted boolean, is_outage boolean)
returns timestamptz
language plpgsql
as $$
declare
  claimed timestamptz;
begin
  -- The application first, like every other function here, because two lock orders would deadlock.
  perform from public.applications a
   where a.id = (select m.application_id from public.application_mails m where m.id = mail_id)
     for update;
  update public.application_mails
     set state = case
           when unwanted then 'dropped'
           when failure is null then 'sent'
           when is_outage or private.retry_pause(attempts) is not null then 'due'
           else 'failed'
         end,
         attempts = attempts - is_outage::integer,
         due_at = case
           when is_outage then now()
           when failure is not null then coalesce(now() + private.retry_pause(attempts), due_at)
           else due_at
         end,
         sent_at = case when failure is null and not unwanted then now() end,
         last_error = left(failure, 500)
   where id = mail_id and state = 'sending'
  returning claimed_at into claimed;
  return claimed;
end
$$;

-- Records the result of a claimed mail of any queue, sent (no failure), dropped (unwanted), or failed. A failure is
-- retried after 1, 5 and 30 minutes and then given up. `server_up` is the outcome's evidence about the mail server (null
-- for none). While it is down a mail keeps its retries.
create function public.finish_mail(
  mail_id uuid, failure text default null, unwanted boolean default false, server_up boolean default null
) returns void
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  is_outage constant boolean := failure is not null and server_up is false;
  claimed constant timestamptz := coalesce(
    private.finish_application_mail(mail_id, failure, unwanted, is_outage),
    private.finish_opening_mail(mail_id, failure, is_outage),
    private.finish_member_mail(mail_id, failure, is_outage));
begin
  if is_outage then
    perform private.open_mail_breaker(failure, coalesce(claimed, now()));
  elsif server_up then
    perform private.close_mail_breaker();
  end if;
end
$$;

-- Returns the seconds until the next work on mails, zero or less when it is due, null when none waits. A request is
-- processed after its answer. If that did not happen, it is due after five seconds.
create function private.seconds_to_next_application_mail() returns double precision
language sql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
  select extract(epoch from coalesce(
    (select b.next_trial_at from private.mail_breaker b),
    least(
      -- With min() PostgreSQL 15 would read all waiting rows if it expects few.
      (select m.due_at from public.application_mails m where m.state = 'due' order by m.due_at limit 1),
      -- A mail that is being sent was already due.
      (select min(m.claimed_at) + interval '2 minutes'
         from public.application_mails m
        where m.state = 'sending' and m.due_at <= now()),
      (select min(m.asked_at) from private.asked_mails m) + interval '5 seconds'
    )
  ) - now())
$$;

revoke all on function public.ask_for_confirmation_mail, public.finish_mail from public, anon, authenticated;
grant execute on function public.ask_for_confirmation_mail, public.finish_mail to service_role;
