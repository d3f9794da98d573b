-- On the floor `top`.
-- The one exchange with the senders of messages, which claim due messages and report their outcomes.

-- Locks due mails and returns their ids, those about applications first. No opening is announced while applications are
-- closed. It walks the indexes of due mails in order and stops when it has enough. Without these settings a new queue, which
-- has no statistics yet, is read and sorted as a whole: 1,604 pages for three mails.
create function private.due_mails(batch integer) returns setof uuid
language sql
set search_path = '' set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off set jit = off
as $$
  with due as (
    select m.id
      from private.messages m
      join public.applications a on a.id = m.application_id
     -- A mail that is being sent was already due, so the index is only read up to the first future mail.
     where m.due_at <= now() and m.webhook_id is null
       and private.is_claimable(m.state, m.claimed_at)
       and (m.period is null or m.period = a.current_period or m.state = 'sending')
       and (private.is_present(a.erasing_at) or m.topic = 'erasing')
     order by m.due_at
     limit batch
       for update of a, m skip locked
  ),
  others as (
    select m.id
      from private.messages m
     where m.application_id is null and m.webhook_id is null and m.due_at <= now()
       and private.is_claimable(m.state, m.claimed_at)
       and not (m.kind = 'opening' and (select private.is_closed()))
     order by m.due_at
     limit batch - (select count(*) from due)
       for update skip locked
  )
  select due.id from due union all select others.id from others
$$;

-- Claims due messages of a channel, each for one caller only and at most `per_second` over all callers (null for no limit). A
-- claim whose sender died expires after two minutes, and a message whose senders died at each try is given up. While the
-- breaker is open one message at a time is a trial. Without a due one there is nothing to try and it closes. Returns
-- {"messages": […], "wait_ms": time until more may be claimed, 0 if it depends on due messages}.
create function private.claim_messages(channel text, batch integer, per_second double precision default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  c private.channels;
  may integer := batch;
  is_trial boolean;
  ids uuid[];
  message private.messages;
  told jsonb;
  messages jsonb := '[]';
begin
  select * into c from private.channels where name = channel;
  if c.slow_until > now() then
    return jsonb_build_object('messages', messages, 'wait_ms', ceil(extract(epoch from c.slow_until - now()) * 1000));
  end if;
  if per_second is not null then
    -- A tenth of a second's messages may leave at once.
    update private.channels
       set send_tokens = least(
             greatest(1, per_second / 10),
             -- A clock that was set back takes none away.
             send_tokens + greatest(0, extract(epoch from clock_timestamp() - tokens_counted_at)) * per_second
           ),
           tokens_counted_at = clock_timestamp()
     where name = channel
    returning * into c;
    may := least(batch, floor(c.send_tokens));
    if may < 1 then
      return jsonb_build_object('messages', messages, 'wait_ms', ceil((1 - c.send_tokens) / per_second * 1000));
    end if;
  end if;
  if channel = 'mail' then
    perform private.queue_requested_mails();
  end if;
  update private.channels set next_trial_at = now() + interval '1 minute' where name = channel and next_trial_at <= now();
  is_trial := found;
  if is_trial then
    may := 1;
  elsif c.breaker_opened_at is not null then
    return jsonb_build_object('messages', messages, 'wait_ms', 0);
  end if;

  ids := case channel
    when 'mail' then array(select private.due_mails(may))
    else array(select private.due_webhook_messages(least(may, 500)))
  end;
  for message in
    update private.messages m
       set state = case when m.attempts <= cardinality(c.retry_pauses) then 'sending' else 'failed' end::private.message_state,
           attempts = least(m.attempts + 1, cardinality(c.retry_pauses) + 1),
           claims = m.claims + 1,
           claimed_at = now(),
           -- A try before this one may have gone to an address that was corrected since.
           bounced_at = null,
           last_error = case
             when m.attempts <= cardinality(c.retry_pauses) then m.last_error
             else 'Its sender ended before it could say how it went.'
           end
     where m.id = any (ids)
    returning m.*
  loop
    told := case when message.state = 'sending' then private.message_content(message) end;
    if told is null then
      update private.messages m set state = 'dropped' where m.id = message.id and m.state = 'sending';
      -- The next trial is in a minute, so other messages may wait.
      is_trial := false;
    else
      messages := messages || jsonb_build_array(told);
      if is_trial then
        update private.channels set trial_message_id = message.id where name = channel;
      end if;
    end if;
  end loop;
  if is_trial and messages = '[]' then
    perform private.close_breaker(channel);
  end if;
  if per_second is not null then
    update private.channels set send_tokens = send_tokens - jsonb_array_length(messages) where name = channel;
  end if;
  return jsonb_build_object('messages', messages, 'wait_ms', case
    when per_second is not null and may < batch and jsonb_array_length(messages) = may then ceil(1000 / per_second)
    else 0
  end);
end
$$;

-- Locks what a message is about, then the message. Returns false if another transaction has one of them.
create function private.lock_message(message_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  m private.messages;
begin
  select * into m from private.messages where id = message_id;
  if m.id is null then
    return true;
  elsif m.application_id is not null then
    perform from public.applications a where a.id = m.application_id for update skip locked;
  elsif m.webhook_id is not null then
    perform from private.webhooks w where w.id = m.webhook_id for no key update skip locked;
  end if;
  if num_nonnulls(m.application_id, m.webhook_id) > 0 and not found then
    return false;
  end if;
  perform from private.messages where id = message_id for update skip locked;
  return found;
end
$$;

-- One call for a continuing sender. It records outcomes (finish_message, or "refused" with the address and the mail server's
-- reason), at most 100, and claims the next messages (claim_messages, none with a `batch` of 0). It waits for no locked
-- application or address, because several locks in turn could deadlock. Those are returned in "unrecorded", and a call that
-- `waits`, with one outcome alone, records each. Returns claim_messages' object with that list.
create function public.exchange_messages(
  channel text, outcomes jsonb default '[]', batch integer default 10, per_second double precision default null,
  waits boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb := '{"messages": [], "wait_ms": 0}';
  unrecorded jsonb := '[]';
  outcome jsonb;
begin
  if jsonb_array_length(outcomes) > (case when waits then 1 else 100 end) then
    perform private.refuse(
      400, 'invalid_value', 'At most 100 messages are recorded at once, and one by a call that waits.');
  end if;
  for outcome in select o.value from jsonb_array_elements(outcomes) o loop
    if not waits and not private.lock_message((outcome ->> 'id')::uuid) then
      unrecorded := unrecorded || (outcome -> 'id');
      continue;
    end if;
    -- The address before its message, as its removal does.
    perform from private.webhooks w
     where w.id = (select m.webhook_id from private.messages m where m.id = (outcome ->> 'id')::uuid)
       for no key update;
    if outcome ? 'refused' then
      perform private.record_refused_mail(outcome);
    else
      perform private.finish_message(outcome);
    end if;
  end loop;
  if batch > 0 then
    answer := private.claim_messages(channel, batch, per_second);
  end if;
  return answer || jsonb_build_object('unrecorded', unrecorded);
end
$$;

-- Returns the seconds until messages of a channel may be claimed, zero or less when they may, null when none waits. A request is
-- processed after its answer. If that did not happen, it is due after five seconds.
create function public.seconds_to_next_message(channel text) returns double precision
language sql stable security definer set search_path = ''
as $$
  select extract(epoch from greatest(next.at, c.slow_until) - now())
    from private.channels c
   cross join lateral (select case c.name
     when 'webhook' then private.next_webhook_message_at()
     else coalesce(c.next_trial_at, least(
       -- With min() PostgreSQL 15 would read all waiting rows if it expects few.
       (select m.due_at from private.messages m
         where m.state = 'due' and m.webhook_id is null and not (m.kind = 'opening' and private.is_closed())
         order by m.due_at limit 1),
       -- A mail that is being sent was already due.
       (select min(m.claimed_at) + private.claim_time() from private.messages m
         where m.state = 'sending' and m.webhook_id is null and m.due_at <= now()),
       (select min(m.requested_at) from private.requested_mails m) + interval '5 seconds'
     ))
   end as at) next
   where c.name = channel and next.at is not null
$$;

-- For schedules. Queues automatic mails and returns the seconds until mails may be claimed, zero or less when they may,
-- null when none waits. `with_unsent` includes mails for applicants who never requested theirs.
create function public.queue_mails(with_unsent boolean default true) returns double precision
language plpgsql security definer set search_path = ''
as $$
begin
  if with_unsent then
    perform private.queue_unsent_confirmations();
  end if;
  -- Nothing else reports the day on which applications open.
  perform private.queue_opening_mails();
  perform private.queue_member_mails();
  return public.seconds_to_next_message('mail');
end
$$;

grant execute on function public.exchange_messages, public.seconds_to_next_message, public.queue_mails to service_role;
