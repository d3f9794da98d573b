-- On the floor `records`.
-- The one queue of messages, due and sent. Mails are about an application, about an opening or to a member, the others go to
-- webhooks. No API role reads it. This file has the queue, its pauses and its pace, *_messages.sql the words, *_message_exchange.sql the
-- claim.

-- The order of locks is batches, applications by their ids, members, then an application's mails, links and notices. A
-- function that changes mails, or writes rows that reference an application, locks the application `for update` first,
-- because two that hold its key and then want its row would deadlock. A schedule takes several with `skip locked`.

-- held while the address bounces (*_bounces.sql) or the application waits to be erased. dropped if the mail is no longer needed.
create type private.message_state as enum ('due', 'sending', 'sent', 'failed', 'dropped', 'held');

-- stopped by a reviewer, overtaken by a later status period, undone together with its move, or not needed any more because
-- a member notified the applicant.
create type private.message_drop_reason as enum ('stopped', 'overtaken', 'undone', 'notified');

-- The queue of messages, and those that were sent.
create table private.messages (
  id uuid constraint messages_pkey primary key default gen_random_uuid(),
  kind text not null,
  -- Exactly one of the four, which the kind decides. The third is an address that waits for an opening (*_intake.sql).
  application_id uuid
    constraint messages_application_id_fkey references public.applications (id) on delete cascade,
  member_id uuid
    constraint messages_member_id_fkey references public.user_roles (user_id) on delete cascade,
  opening_request_id uuid
    constraint messages_opening_request_id_fkey references private.opening_requests (id) on delete cascade,
  webhook_id uuid,
  state private.message_state not null default 'due',
  created_at timestamptz not null default now(),
  -- The tries that count towards giving up. They begin again with a manual retry, or once the address is corrected.
  attempts smallint not null default 0,
  -- All tries. An outcome names its own, because one that went to a former address may be reported late.
  claims integer not null default 0,
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text constraint messages_last_error_check check (char_length(last_error) <= 500), -- personal data
  -- The words of a mail that goes with a move, as they were when the move was made, and of one that asks for evidence.
  subject text, -- personal data
  body text, -- personal data
  batch_id uuid,
  -- The topic of a mail of the kind 'applicant'.
  topic text
    constraint messages_topic_check check (topic in (
      'confirmed', 'new_link', 'next_step', 'applied_again', 'withdrawn', 'erasing', 'erasure_undone', 'corrected', 'evidence')),
  -- The day, in the lab's time zone, whose digest it is.
  day date,
  -- The status period of a mail of the kind 'review'. It is claimed only while that period is current.
  about text,
  period integer,
  -- Why a mail of the kind 'review' was dropped. An undo revives only those that a later period had overtaken.
  dropped_because private.message_drop_reason
    constraint messages_dropped_because_check check (dropped_because is null or state = 'dropped'),
  -- The number of manual retries after a failure.
  retries smallint not null default 0,
  -- The time from which a sent mail of the kind 'review' counts as returned.
  bounced_at timestamptz,
  -- The open dialog that edits a waiting mail, its member, the time until which it holds the mail, and the time at which the
  -- mail was due before (*_mail_edits.sql).
  edit_key uuid,
  edited_by uuid,
  edit_expires_at timestamptz,
  due_before_edit timestamptz,
  -- The event for a webhook, its application and the statuses. It contains nothing of the applicant.
  payload jsonb,
  -- The answer of the latest try.
  response_status integer,
  duration_ms integer,
  constraint messages_edit_check check (
    num_nonnulls(edit_key, edited_by, edit_expires_at, due_before_edit) in (0, 4) and (edit_key is null or state = 'due')),
  constraint messages_kind_check check (
    num_nonnulls(application_id, member_id, opening_request_id, webhook_id) = 1 and case
      when kind in ('confirmation', 'lab', 'review', 'applicant') then application_id is not null
      when kind in ('digest', 'notices') then member_id is not null
      when kind = 'webhook' then webhook_id is not null
      else kind in ('opening_confirmation', 'opening') and opening_request_id is not null
    end),
  -- Without its time a claim would never expire.
  constraint messages_claim_check check (state <> 'sending' or claimed_at is not null),
  constraint messages_words_check check (
    (kind = 'review' or topic is not distinct from 'evidence') = (subject is not null and body is not null)),
  constraint messages_payload_check check ((kind = 'webhook') = (payload is not null)),
  constraint messages_applicant_check check ((kind = 'applicant') = (topic is not null)),
  constraint messages_digest_check check ((kind = 'digest') = (day is not null)),
  constraint messages_period_check check ((kind = 'review') = (period is not null and about is not null)),
  constraint messages_period_fkey
    foreign key (application_id, period, about) references public.application_status_periods (application_id, number, status)
);

create index messages_application_idx on private.messages (application_id, kind);
create index messages_due_idx on private.messages (due_at) where state in ('due', 'sending') and webhook_id is null;
create index messages_batch_idx on private.messages (batch_id) where batch_id is not null;
create index messages_stuck_idx on private.messages (created_at) where state in ('held', 'failed') and webhook_id is null;

-- Mails about no application are few, and are claimed after the others.
create index messages_others_due_idx on private.messages (due_at)
  where state in ('due', 'sending') and application_id is null and webhook_id is null;
create index messages_webhook_due_idx on private.messages (webhook_id, due_at) where state in ('due', 'sending') and webhook_id is not null;
create index messages_webhook_log_idx on private.messages (webhook_id, created_at) where webhook_id is not null;
create index messages_opening_idx on private.messages (opening_request_id) where opening_request_id is not null;

create unique index messages_digest_key on private.messages (member_id, day) where kind = 'digest';
create unique index messages_notices_key on private.messages (member_id) where kind = 'notices' and state in ('due', 'sending');
create index messages_member_idx on private.messages (member_id, created_at) where member_id is not null;
create index messages_member_created_idx on private.messages (created_at) where member_id is not null;

-- Count tries for GET /metrics. No transaction waits for a sequence, and erasures and retention leave them.
create sequence private.mails_sent;
create sequence private.mails_failed;

create function private.count_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform nextval(case new.state when 'sent' then 'private.mails_sent' else 'private.mails_failed' end::regclass);
  return null;
end
$$;

create trigger count_mail
  after update of state on private.messages
  for each row when (new.webhook_id is null and old.state = 'sending' and new.state in ('sent', 'due', 'failed'))
  execute function private.count_mail();

-- Returns the mail about an application's present status that waits or is being sent, or nulls.
create function private.mail_under_way(a public.applications) returns private.messages
language sql stable set search_path = ''
as $$
  select m.* from private.messages m
   where m.application_id = a.id and m.kind = 'review' and m.period = a.current_period
     and m.state in ('due', 'sending', 'held')
   order by m.created_at desc, m.id limit 1
$$;

-- A claim whose sender died expires after this time.
create function private.claim_time() returns interval
language sql immutable
as $$ select interval '2 minutes' $$;

-- Returns true for a message that waits, or whose claim has expired. It has no settings, so that PostgreSQL inlines it and
-- finds the indexes of due messages.
create function private.is_claimable(state private.message_state, claimed_at timestamptz) returns boolean
language sql stable
as $$
  select state = 'due' or (state = 'sending' and claimed_at < now() - private.claim_time())
$$;

-- The channels of mails and of webhooks, each with its own pauses, so that neither delays the other.
create table private.channels (
  name text constraint channels_pkey primary key constraint channels_name_check check (name in ('mail', 'webhook')),
  -- The pauses between the tries of a message, which is tried once more than there are pauses and then given up. Each is made
  -- longer or shorter at random, by at most this share of it.
  retry_pauses interval[] not null,
  retry_variation double precision not null,
  -- The number of messages to one address that may be sent at the same time, null where the senders' connections are the bound.
  max_sending_per_address integer,
  -- A circuit breaker. While the mail server cannot be reached, one mail at a time is a trial. Closed while breaker_opened_at is null.
  -- Only a failure that no recipient can cause opens it (no connection, TLS, AUTH, MAIL FROM). An answer to a recipient
  -- closes it, because the mail server can be reached.
  breaker_opened_at timestamptz,
  -- The number of failed trials since it opened, and the time of the next one.
  failed_trials integer not null default 0,
  next_trial_at timestamptz,
  -- The message of the latest trial.
  trial_message_id uuid,
  breaker_reason text constraint channels_breaker_reason_check check (char_length(breaker_reason) <= 500), -- personal data
  -- A token bucket. The number of messages that may be sent at once, at the time of the last count. It grows with time.
  send_tokens double precision not null default 0,
  tokens_counted_at timestamptz not null default now(),
  -- Set by the mail server's request. None is claimed before, and the number of consecutive requests.
  slow_until timestamptz,
  slowed_at timestamptz,
  slow_requests integer not null default 0,
  constraint channels_open_check check ((breaker_opened_at is null) = (next_trial_at is null))
);

insert into private.channels (name, retry_pauses, retry_variation, max_sending_per_address) values
  ('mail', '{1 minute, 5 minutes, 30 minutes}', 0, null),
  ('webhook', '{10 seconds, 1 minute, 5 minutes, 30 minutes, 2 hours, 6 hours, 16 hours}', 0.2, 5);

create function private.close_breaker(channel text) returns void
language plpgsql set search_path = ''
as $$
begin
  update private.channels c
     set breaker_opened_at = null, next_trial_at = null, failed_trials = 0, trial_message_id = null, breaker_reason = null
   where c.name = channel and c.breaker_opened_at is not null;
  if found then
    perform pg_notify(channel || 's', '');
  end if;
end
$$;

-- Opens the breaker for 15 seconds. A failed trial doubles the pause, up to five minutes. Messages that were on their way
-- when it opened are no trials.
create function private.open_breaker(channel text, why text, failed uuid) returns void
language sql set search_path = ''
as $$
  update private.channels c
     set breaker_opened_at = coalesce(c.breaker_opened_at, now()),
         failed_trials = case when c.breaker_opened_at is null then 0 else c.failed_trials + 1 end,
         next_trial_at = now() + case when c.breaker_opened_at is null then interval '15 seconds'
           else least(interval '15 seconds' * 2 ^ least(c.failed_trials + 1, 5), interval '5 minutes') end,
         trial_message_id = null,
         breaker_reason = left(why, 500)
   where c.name = channel and (c.breaker_opened_at is null or c.trial_message_id = failed)
$$;

-- Records that the other side asked for fewer messages. None is claimed for 5 seconds, twice as long after each further
-- request within such a pause, 5 minutes at most. Messages that were claimed before it asked say nothing new. One that asks
-- for less is there, so the breaker closes. Returns the end of the pause.
create function private.slow_down(channel text, claimed timestamptz) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  c private.channels;
begin
  select * into c from private.channels where name = channel for update;
  perform private.close_breaker(channel);
  if claimed > coalesce(c.slowed_at, '-infinity') then
    c.slow_requests := case
      when now() < c.slow_until + (c.slow_until - c.slowed_at) then c.slow_requests + 1
      else 1
    end;
    c.slow_until := now() + least(interval '5 seconds' * 2 ^ least(c.slow_requests - 1, 6), interval '5 minutes');
    update private.channels
       set slow_requests = c.slow_requests, slowed_at = now(), slow_until = c.slow_until
     where name = channel;
  end if;
  return c.slow_until;
end
$$;

-- For operators and their alarms. Returns since when the mail server is unavailable, and why, or nulls.
create function public.mail_server_state() returns table (down_since timestamptz, next_trial_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select c.breaker_opened_at, c.next_trial_at, c.breaker_reason from private.channels c where c.name = 'mail'
$$;

-- Records the outcome of a claimed message: sent (no "failure"), "unwanted", or failed. A failure is retried after the
-- channel's pauses and then given up, at once if it is "final". "server_up" is the outcome's evidence about the mail server.
-- While it is down ("server_up": false) a message keeps its retries, and for a day if it asks for less ("slow"). An outcome of
-- another "attempt" than the latest claim is ignored. "status" and "duration_ms" are those of an answer.
create function private.finish_message(outcome jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  message private.messages;
  c private.channels;
  failure constant text := outcome ->> 'failure';
  is_outage constant boolean := failure is not null and (outcome -> 'server_up') is not distinct from 'false';
  slow_until timestamptz;
begin
  -- The application first, like every other function here, because two lock orders would deadlock.
  perform from public.applications a
   where a.id = (select m.application_id from private.messages m where m.id = (outcome ->> 'id')::uuid)
     for update;
  select * into message from private.messages m
   where m.id = (outcome ->> 'id')::uuid and m.state = 'sending'
     and m.claims = (outcome ->> 'attempt')::integer
     for update;
  if message.id is null then
    return;
  end if;
  select * into c from private.channels where name = case message.kind when 'webhook' then 'webhook' else 'mail' end;
  if failure is not null and (outcome -> 'slow') = 'true' then
    slow_until := private.slow_down(c.name, message.claimed_at);
    slow_until := case when message.created_at > now() - interval '1 day' then greatest(now(), slow_until) end;
  end if;
  update private.messages m
     set state = case
           when (outcome -> 'unwanted') = 'true' then 'dropped'
           when failure is null then 'sent'
           when is_outage or slow_until is not null then 'due'
           when (outcome -> 'final') = 'true' or m.attempts > cardinality(c.retry_pauses) then 'failed'
           else 'due'
         end::private.message_state,
         attempts = m.attempts - (is_outage or slow_until is not null)::integer,
         due_at = case
           when is_outage then now()
           when failure is not null then coalesce(
             slow_until, now() + c.retry_pauses[greatest(m.attempts, 1)] * (1 + c.retry_variation * (2 * random() - 1)), m.due_at)
           else m.due_at
         end,
         sent_at = case when failure is null and (outcome -> 'unwanted') is distinct from 'true' then now() end,
         last_error = left(failure, 500),
         response_status = (outcome ->> 'status')::integer,
         duration_ms = (outcome ->> 'duration_ms')::integer
   where m.id = message.id;
  if is_outage then
    perform private.open_breaker(c.name, failure, message.id);
  elsif (outcome -> 'server_up') = 'true' then
    perform private.close_breaker(c.name);
  end if;
end
$$;

-- For operators and their alarms. Returns how many mails wait, how many of them failed before, how many were given up or
-- held in the last seven days, the age of the oldest in seconds, and the seconds of the mail server's pause.
create function public.mail_figures() returns table (
  waiting bigint, retrying bigint, stuck bigint, oldest_seconds double precision, slow_seconds double precision
)
language sql stable security definer set search_path = ''
as $$
  select count(*), count(m.last_error),
         (select count(*) from private.messages s
           where s.state in ('held', 'failed') and s.webhook_id is null and s.created_at > now() - interval '7 days'),
         coalesce(extract(epoch from now() - min(m.created_at)), 0),
         (select coalesce(greatest(extract(epoch from c.slow_until - now()), 0), 0) from private.channels c where c.name = 'mail')
    from private.messages m
   where m.state in ('due', 'sending') and m.webhook_id is null
$$;

grant execute on function public.mail_server_state, public.mail_figures to service_role;
