-- On the floor `records`.
-- Messages to webhooks. An event queues a message to each address in its own transaction (*_outbox.sql). It stays in the queue
-- as the address' log.

create function private.is_webhook_test(message private.messages) returns boolean
language sql immutable set search_path = ''
as $$
  select message.payload ->> 'event' = 'webhook.test'
$$;

-- For owners. Sends a test message once, also to a paused address. Returns its id in the log.
create function public.review_webhook_test(webhook_id uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  queued uuid;
begin
  perform private.webhook_of_owner(review_webhook_test.webhook_id);
  if (
    select count(*) >= 5 from private.messages m
     where m.webhook_id = review_webhook_test.webhook_id and private.is_webhook_test(m) and m.state in ('due', 'sending')
  ) then
    perform private.refuse(
      422, 'too_many_tests', 'Five test messages are waiting already. Try again in a minute.');
  end if;
  insert into private.messages (kind, webhook_id, payload)
  values ('webhook', review_webhook_test.webhook_id, '{"event": "webhook.test"}')
  returning id into queued;
  perform pg_notify('webhooks', '');
  return queued;
end
$$;

-- For owners. Returns the last hundred messages to an address, the newest first. Only the status of an answer is stored,
-- because the body may contain what was sent.
create function public.review_webhook_log(webhook_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'event', l.payload -> 'event', 'application_id', l.payload -> 'application_id', 'occurred_at', l.created_at,
      'attempts', l.attempts, 'next_at', case when l.state = 'due' then l.due_at end, 'duration_ms', l.duration_ms
    ) || private.webhook_outcome(l) order by l.created_at desc, l.id), '[]')
    from (
      select m.* from private.messages m
       where m.webhook_id = review_webhook_log.webhook_id
       order by m.created_at desc, m.id
       limit 100
    ) l
  );
end
$$;

-- For owners. Queues a message that arrived or was given up again, with its id.
create function public.review_webhook_resend(delivery_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_webhook private.webhooks;
begin
  perform private.demand('owner');
  of_webhook := private.webhook_of_owner(
    (select m.webhook_id from private.messages m where m.id = review_webhook_resend.delivery_id));
  if of_webhook.state <> 'active' then
    perform private.refuse(422, 'webhook_paused', 'This webhook receives nothing at the moment. Switch it on first.');
  end if;
  update private.messages m
     set state = 'due', attempts = 0, due_at = now(), response_status = null, duration_ms = null, last_error = null
   where m.id = review_webhook_resend.delivery_id and m.state in ('sent', 'failed');
  perform pg_notify('webhooks', '');
end
$$;

-- Queues one event for every address with that event. It waits for an address that is being removed, because its foreign
-- key would otherwise fail the application's own statement.
create function private.queue_webhooks(event text, of_application uuid, status text, previous_status text default null)
returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.messages (kind, webhook_id, created_at, payload)
  select 'webhook', w.id, clock_timestamp(), jsonb_build_object(
           'event', queue_webhooks.event, 'application_id', of_application, 'status', queue_webhooks.status,
           'previous_status', queue_webhooks.previous_status)
    from private.webhooks w
   where w.state = 'active' and w.events @> array[queue_webhooks.event]
     for key share;
  if found then
    perform pg_notify('webhooks', '');
  end if;
end
$$;

-- Queues the events of changed applications.
create function private.queue_webhooks_of_changes() returns trigger
language plpgsql security definer
-- A plan that a session made for one row would compare all rows before with all rows after: 18 s for 6,000 changes.
set search_path = '' set enable_nestloop = off set jit = off
as $$
begin
  if exists (select from private.webhooks) then
    perform private.queue_webhooks('application.confirmed', a.id, a.status)
       from rows_after a join rows_before b on b.id = a.id
      where b.email_confirmed_at is null and a.email_confirmed_at is not null;
    perform private.queue_webhooks(
              case when a.status = 'withdrawn' then 'application.withdrawn' else 'application.moved' end, a.id, a.status, b.status)
       from rows_after a join rows_before b on b.id = a.id
      where a.status <> b.status;
  end if;
  return null;
end
$$;

create trigger queue_webhooks_of_changes
  after update on public.applications
  referencing old table as rows_before new table as rows_after
  for each statement execute function private.queue_webhooks_of_changes();

-- Every erasure of an application writes there.
create function private.queue_erased_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_webhooks('application.erased', new.id, null);
  return null;
end
$$;

create trigger queue_erased_webhooks
  after insert on private.erasures
  for each row when (new.kind = 'application') execute function private.queue_erased_webhooks();

-- Returns the sender's data for one message. The applicant is read here, so that nothing of an erased one is sent.
-- `secrets` has the current one first.
create function private.webhook_content(message private.messages) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(message.payload || jsonb_build_object(
    'kind', w.kind, 'url', w.url, 'occurred_at', message.created_at,
    'person', (
      select jsonb_build_object('name', a.name, 'email', a.email, 'linkedin', a.linkedin)
        from public.applications a
       where w.includes_person and a.id = (message.payload ->> 'application_id')::uuid
         and message.payload ->> 'event' <> 'application.erased'
    ))) || jsonb_build_object('secrets', array(
      select s.secret from private.webhook_secrets s
       where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now())
       order by s.expires_at nulls first
    ))
  from private.webhooks w
  where w.id = message.webhook_id
$$;

-- Returns how many more messages to an address may be sent at once, so that a hanging address only delays itself.
create function private.webhook_places(of_webhook uuid) returns bigint
language sql stable set search_path = ''
as $$
  select greatest(0, (select c.max_sending_per_address from private.channels c where c.name = 'webhook') - count(*))
    from private.messages m
   where m.webhook_id = of_webhook and m.state = 'sending' and m.claimed_at > now() - private.claim_time()
$$;

-- Locks due messages to webhooks and returns their ids.
create function private.due_webhook_messages(batch integer) returns setof uuid
language sql set search_path = ''
as $$
  select q.id
    from private.webhooks w
   cross join lateral (
     select m.id, m.due_at from private.messages m
      where m.webhook_id = w.id and m.due_at <= now()
        and private.is_claimable(m.state, m.claimed_at)
        and (w.state = 'active' or private.is_webhook_test(m))
        -- It waits while its application waits to be erased.
        and not exists (
          select from public.applications a
           where a.id = (m.payload ->> 'application_id')::uuid and not private.is_present(a.erasing_at))
      order by m.due_at
      limit private.webhook_places(w.id)
        for update skip locked
   ) q
   order by q.due_at
   limit batch
$$;

-- Returns the time of the next message to a webhook, null when none waits.
create function private.next_webhook_message_at() returns timestamptz
language sql stable set search_path = ''
as $$
  select min(n.next_at)
    from private.webhooks w
   cross join lateral (select private.webhook_places(w.id) > 0 as any) place
   cross join lateral (
     select least(
       (select m.due_at from private.messages m
         where m.webhook_id = w.id and m.state = 'due' and (w.state = 'active' or private.is_webhook_test(m))
           and m.due_at > case when place.any then '-infinity' else now() end
         order by m.due_at
         limit 1),
       (select min(m.claimed_at) + private.claim_time() from private.messages m where m.webhook_id = w.id and m.state = 'sending')
     ) as next_at
   ) n
$$;

-- Marks an address to which a message was given up, until one arrives. One that answers 410 gets nothing more. A claim, which
-- gives a message up because its senders died, marks none.
create function private.mark_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = 'sent' then
    update private.webhooks w set failing_since = null where w.id = new.webhook_id and w.failing_since is not null;
  elsif new.response_status = 410 then
    update private.webhooks w set state = 'gone' where w.id = new.webhook_id and w.state = 'active';
    update private.messages m
       set state = 'failed', last_error = 'The address said before that it is gone.'
     where m.webhook_id = new.webhook_id and m.state = 'due';
  elsif not private.is_webhook_test(new) then
    update private.webhooks w set failing_since = coalesce(w.failing_since, now()) where w.id = new.webhook_id;
  end if;
  return null;
end
$$;

create trigger mark_webhook
  after update of state on private.messages
  for each row when (
    new.webhook_id is not null and old.state = 'sending' and new.state in ('sent', 'failed') and new.claimed_at = old.claimed_at)
  execute function private.mark_webhook();

-- For schedulers. Removes log rows older than 90 days or beyond the last hundred of an address, and expired secrets, at
-- most 500 rows a call. Returns the number of rows.
create function public.delete_expired_webhook_messages() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  pruned bigint;
begin
  delete from private.webhook_secrets s where s.expires_at <= now();
  with beyond as (
    select l.id
      from private.webhooks w
     cross join lateral (
       select m.id, m.state, m.created_at, row_number() over (order by m.created_at desc, m.id) as place
         from private.messages m
        where m.webhook_id = w.id
     ) l
     where l.state in ('sent', 'failed') and (l.place > 100 or l.created_at < now() - interval '90 days')
     limit 500
  )
  delete from private.messages m using beyond where m.id = beyond.id;
  get diagnostics pruned = row_count;
  return pruned;
end
$$;

grant execute on function public.review_webhook_test, public.review_webhook_log, public.review_webhook_resend to authenticated;
grant execute on function public.delete_expired_webhook_messages to service_role;
