-- The delivery of mails. A visitor's request is stored, processed after the answer, claimed by one sender and finished.
-- The confirmation function does the same work for every address, so that its answer time reveals nothing. It counts the
-- caller, stores the request, and reports if the mail server was last reachable.

-- A circuit breaker for the mail server. While it cannot be reached, one mail at a time is a trial.

-- Closed while opened_at is null. Only a failure that no recipient can cause opens it (no connection, TLS, AUTH, MAIL
-- FROM). An answer to a recipient closes it, because the mail server can be reached.
create table private.mail_breaker (
  only_row boolean not null default true
    constraint mail_breaker_pkey primary key
    constraint mail_breaker_only_row_check check (only_row),
  opened_at timestamptz,
  -- The number of failed trials since it opened, and the time of the next one.
  trials integer not null default 0,
  next_trial_at timestamptz,
  -- The mail of the latest trial.
  trial uuid,
  reason text constraint mail_breaker_reason_check check (char_length(reason) <= 500),
  constraint mail_breaker_open_check check ((opened_at is null) = (next_trial_at is null))
);
insert into private.mail_breaker default values;

-- Closes the breaker and notifies the mailer.
create function private.close_mail_breaker() returns void
language plpgsql set search_path = ''
as $$
begin
  update private.mail_breaker
     set opened_at = null, next_trial_at = null, trials = 0, trial = null, reason = null
   where opened_at is not null;
  if found then
    perform pg_notify('mails', '');
  end if;
end
$$;

-- Opens the breaker for 15 seconds. A failed trial doubles the pause, up to five minutes. Mails that were on their way
-- when it opened are no trials.
create function private.open_mail_breaker(why text, failed uuid) returns void
language sql set search_path = ''
as $$
  update private.mail_breaker b
     set opened_at = coalesce(b.opened_at, now()),
         trials = case when b.opened_at is null then 0 else b.trials + 1 end,
         next_trial_at = now() + case when b.opened_at is null then interval '15 seconds'
           else least(interval '15 seconds' * 2 ^ least(b.trials + 1, 5), interval '5 minutes') end,
         trial = null,
         reason = left(why, 500)
   where b.opened_at is null or b.trial = failed
$$;

-- For operators and their alarms. Returns since when the mail server is unavailable, and why, or nulls.
create function public.mail_server_state() returns table (down_since timestamptz, next_trial_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select b.opened_at, b.next_trial_at, b.reason from private.mail_breaker b
$$;

-- Requests for a confirmation mail or the next step that were acknowledged and not looked into yet, whether the address has
-- applied or not.
create table private.asked_mails (
  id bigint generated always as identity constraint asked_mails_pkey primary key,
  email text not null constraint asked_mails_email_check check (char_length(email) <= 1000),
  asked_at timestamptz not null default now(),
  topic text not null default 'confirmation'
    constraint asked_mails_topic_check check (topic in ('confirmation', 'next_step'))
);

-- Stores a visitor's request for a confirmation mail. Returns false while the mail server is unavailable, for every
-- address. `client` is the network address of the caller, which gets 429 beyond the limit.
create function public.ask_for_confirmation_mail(email text, client text default null) returns boolean
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  perform private.limit_requests('confirmation_mail', client);
  insert into private.asked_mails (email) values (ask_for_confirmation_mail.email);
  return (select b.opened_at is null from private.mail_breaker b);
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
  a public.applications;
begin
  for asked in
    select m.id, m.email, m.topic from private.asked_mails m order by m.id limit 1000 for update skip locked
  loop
    select applied.id into of_application
      from public.applications applied
     where case when applied.archived_at is null then private.email_key(applied.email) end
       = private.email_key(private.trimmed(asked.email));
    if of_application is not null then
      perform from public.applications applied where applied.id = of_application for update skip locked;
      if not found then
        continue;
      end if;
      select * into a from public.applications applied where applied.id = of_application;
      if asked.topic = 'next_step' then
        perform private.queue_next_step(a);
      elsif a.email_confirmed_at is null and a.archived_at is null and private.is_present(a.erasing_at) then
        perform private.queue_confirmation_mail(of_application);
      end if;
    end if;
    delete from private.asked_mails m where m.id = asked.id;
  end loop;
end
$$;

-- Claims due mails, each for one caller only, those about applications first. A claim whose sender died expires after two
-- minutes, and a mail whose sender died four times is given up. While the breaker is open one mail at a time is a trial.
-- Without a due mail there is nothing to try and it closes. No opening is announced while applications are closed. A claim
-- walks the indexes of due mails in order and stops when it has enough (set enable_sort, enable_bitmapscan = off).
create function private.claim_due_mails(batch integer) returns jsonb
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
set enable_sort = off set enable_bitmapscan = off
as $$
declare
  is_closed constant boolean := private.is_closed();
  is_trial boolean;
  mail private.mails;
  told jsonb;
  orders jsonb := '[]';
begin
  perform private.queue_asked_mails();
  update private.mail_breaker set next_trial_at = now() + interval '1 minute' where next_trial_at <= now();
  is_trial := found;
  if is_trial then
    batch := 1;
  elsif exists (select from private.mail_breaker where opened_at is not null) then
    return '[]';
  end if;

  for mail in
    with due as (
      select m.id
        from private.mails m
        join public.applications a on a.id = m.application_id
       -- A mail that is being sent was already due, so the index is only read up to the first future mail.
       where m.due_at <= now()
         and (m.state = 'due' or (m.state = 'sending' and m.claimed_at < now() - interval '2 minutes'))
         and (m.period is null or m.period = a.current_period or m.state = 'sending')
         and (private.is_present(a.erasing_at) or m.topic = 'erasing')
       order by m.due_at
       limit batch
         for update of a, m skip locked
    ),
    others as (
      select m.id
        from private.mails m
       where m.application_id is null and m.due_at <= now()
         and (m.state = 'due' or (m.state = 'sending' and m.claimed_at < now() - interval '2 minutes'))
         and not (m.kind = 'opening' and is_closed)
       order by m.due_at
       limit batch - (select count(*) from due)
         for update skip locked
    ),
    claimed as (
      update private.mails m
         set state = case when m.attempts < 4 then 'sending' else 'failed' end::private.mail_state,
             attempts = least(m.attempts + 1, 4),
             claimed_at = now()
       -- As a join, the plan of a session that found the table empty would read all of it.
       where m.id = any (array(select due.id from due union all select others.id from others))
      returning m.*
    )
    select * from claimed
  loop
    told := case when mail.state = 'sending' then private.mail_order(mail) end;
    if told is null then
      update private.mails m set state = 'dropped' where m.id = mail.id and m.state = 'sending';
      -- The next trial is in a minute, so other mails may wait.
      is_trial := false;
    else
      orders := orders || jsonb_build_array(told);
      if is_trial then
        update private.mail_breaker set trial = mail.id;
      end if;
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

-- Records the result of a claimed mail, sent (no failure), dropped (unwanted), or failed. A failure is retried after 1, 5
-- and 30 minutes and then given up. `server_up` is the outcome's evidence about the mail server (null for none). While it
-- is down a mail keeps its retries.
create function public.finish_mail(
  mail_id uuid, failure text default null, unwanted boolean default false, server_up boolean default null
) returns void
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  is_outage constant boolean := failure is not null and server_up is false;
begin
  -- The application first, like every other function here, because two lock orders would deadlock.
  perform from public.applications a
   where a.id = (select m.application_id from private.mails m where m.id = mail_id)
     for update;
  update private.mails
     set state = case
           when unwanted then 'dropped'
           when failure is null then 'sent'
           when is_outage or private.retry_pause(attempts) is not null then 'due'
           else 'failed'
         end::private.mail_state,
         attempts = attempts - is_outage::integer,
         due_at = case
           when is_outage then now()
           when failure is not null then coalesce(now() + private.retry_pause(attempts), due_at)
           else due_at
         end,
         sent_at = case when failure is null and not unwanted then now() end,
         last_error = left(failure, 500)
   where id = mail_id and state = 'sending';
  if is_outage then
    perform private.open_mail_breaker(failure, mail_id);
  elsif server_up then
    perform private.close_mail_breaker();
  end if;
end
$$;

revoke all on function public.mail_server_state, public.ask_for_confirmation_mail, public.finish_mail from public, anon,
  authenticated;
grant execute on function public.mail_server_state, public.ask_for_confirmation_mail, public.finish_mail to service_role;
