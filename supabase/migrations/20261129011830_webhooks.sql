-- On the floor `records`.
-- External addresses that receive events of applications. Owners add and change them. No role reads these tables, because
-- they contain signing secrets and, for Slack, addresses that are secrets themselves. An event queues a message to each address
-- in its own transaction (*_outbox.sql). It stays in the queue as the address' log.

-- The addresses that receive events.
create table private.webhooks (
  id uuid constraint webhooks_pkey primary key default gen_random_uuid(),
  kind text not null constraint webhooks_kind_check check (kind in ('webhook', 'slack')),
  -- The sender checks the addresses of the host's name (supabase/functions/_shared/webhooks).
  url text not null
    constraint webhooks_url_check check (
      char_length(url) <= 2000
      and url ~ '^https://([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:443)?([/?][!-~]*)?$'
    ),
  -- The part of an address that the log may have, because a whole address of Slack is a secret.
  host text generated always as (substring(url from '^https://([^/?]+)')) stored,
  events text[] not null
    constraint webhooks_events_check check (
      cardinality(events) between 1 and 5
      and events <@ array['application.received', 'application.confirmed', 'application.moved',
        'application.withdrawn', 'application.erased']
    ),
  -- True if messages contain the applicant, except for erased applications.
  includes_person boolean not null,
  created_at timestamptz not null default now(),
  -- 'gone' after an answer of 410. Nothing is sent until an owner reactivates it.
  state text not null default 'active' constraint webhooks_state_check check (state in ('active', 'paused', 'gone')),
  -- The time since messages to it were given up, null while the latest arrived.
  failing_since timestamptz
);

-- The signing secrets of an address, as Standard Webhooks write them. A signature needs the secret itself, so it is stored
-- in plain text. No API role reads the table, and only a claim returns it.
create table private.webhook_secrets (
  webhook_id uuid not null
    constraint webhook_secrets_webhook_id_fkey references private.webhooks (id) on delete cascade,
  secret text not null constraint webhook_secrets_secret_check check (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
  -- Null for the current one. The previous one also signs until then.
  expires_at timestamptz,
  constraint webhook_secrets_pkey primary key (webhook_id, secret)
);

alter table private.messages
  add constraint messages_webhook_id_fkey foreign key (webhook_id) references private.webhooks (id) on delete cascade;

-- Shows an outcome in the log.
create function private.webhook_outcome(message private.messages) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'state', case message.state when 'sent' then 'delivered' else message.state::text end,
    'tried_at', message.claimed_at, 'response_status', message.response_status, 'error', message.last_error)
$$;

-- Creates a secret of 32 random bytes and returns it. The previous one signs for another day, older ones no longer.
create function private.renew_webhook_secret(of_webhook uuid) returns text
language plpgsql set search_path = ''
as $$
declare
  made constant text :=
    'whsec_' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64');
begin
  delete from private.webhook_secrets s where s.webhook_id = of_webhook and s.expires_at is not null;
  update private.webhook_secrets s set expires_at = now() + interval '24 hours' where s.webhook_id = of_webhook;
  if found then
    perform private.log_access('webhook_secret_renewed', detail => jsonb_build_object(
      'host', (select w.host from private.webhooks w where w.id = of_webhook)));
  end if;
  insert into private.webhook_secrets (webhook_id, secret) values (of_webhook, made);
  return made;
end
$$;

-- The address of this id, locked, for an owner who wants to change it.
create function private.webhook_of_owner(webhook_id uuid) returns private.webhooks
language plpgsql set search_path = ''
as $$
declare
  found_one private.webhooks;
begin
  perform private.demand('owner');
  select w.* into found_one from private.webhooks w where w.id = webhook_of_owner.webhook_id
     for no key update;
  if found_one.id is null then
    perform private.refuse(404, 'not_found', 'This webhook no longer exists.');
  end if;
  return found_one;
end
$$;

-- Refuses an address, with the reason by the constraint that it breaks.
create function private.refuse_invalid_webhook(broken text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(400, 'invalid_webhook', case broken
    when 'webhooks_url_check'
      then 'An address begins with https:// and has no other port than 443, no user name and no password.'
    when 'webhooks_events_check' then 'Choose at least one event.'
    else 'The kind of a webhook is webhook or slack.'
  end);
end
$$;

-- For owners. Returns the addresses without their secrets, each with the outcome of its last message.
create function public.review_webhooks() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', w.id, 'kind', w.kind, 'url', w.url, 'events', w.events, 'includes_person', w.includes_person,
      'state', w.state, 'failing_since', w.failing_since,
      'former_secret_until', (
        select max(s.expires_at) from private.webhook_secrets s where s.webhook_id = w.id and s.expires_at > now()),
      'last', (
        select private.webhook_outcome(m)
          from private.messages m
         where m.webhook_id = w.id and m.claimed_at is not null and m.state <> 'sending'
         order by m.claimed_at desc
         limit 1)
    ) order by w.created_at, w.id), '[]')
    from private.webhooks w
  );
end
$$;

-- For owners. Adds an address, at most twenty. Returns {"id", "secret"}. The secret is only returned here, and is null for
-- Slack, which checks no signatures.
create function public.review_webhook_add(kind text, url text, events text[], includes_person boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  added uuid;
  broken text;
begin
  perform private.demand('owner');
  lock table private.webhooks in share row exclusive mode;
  if (select count(*) >= 20 from private.webhooks) then
    perform private.refuse(422, 'too_many_webhooks', 'There are 20 webhooks already. Remove one first.');
  end if;
  begin
    insert into private.webhooks (kind, url, events, includes_person)
    values (review_webhook_add.kind, review_webhook_add.url, array(select distinct unnest(review_webhook_add.events)),
            review_webhook_add.includes_person)
    returning id into added;
  exception when check_violation or not_null_violation then
    get stacked diagnostics broken = constraint_name;
    perform private.refuse_invalid_webhook(broken);
  end;
  return jsonb_build_object('id', added, 'secret',
    case when review_webhook_add.kind = 'webhook' then private.renew_webhook_secret(added) end);
end
$$;

-- For owners. Changes the events of an address, the inclusion of the applicant, and its pause. Null keeps the stored
-- value, which another owner may have just changed. Events during a pause are not sent later.
create function public.review_webhook_change(
  webhook_id uuid, events text[] default null, includes_person boolean default null, paused boolean default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  former constant private.webhooks := private.webhook_of_owner(review_webhook_change.webhook_id);
  broken text;
begin
  update private.webhooks w
     set events = array(select distinct unnest(coalesce(review_webhook_change.events, w.events)) order by 1),
         includes_person = coalesce(review_webhook_change.includes_person, w.includes_person),
         state = case paused when true then 'paused' when false then 'active' else w.state end
   where w.id = former.id;
  if former.state <> 'active' and not paused then
    perform pg_notify('webhooks', '');
  end if;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  perform private.refuse_invalid_webhook(broken);
end
$$;

-- For owners. Removes an address with its queue and its log.
create function public.review_webhook_remove(webhook_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.webhook_of_owner(review_webhook_remove.webhook_id);
  delete from private.webhooks w where w.id = review_webhook_remove.webhook_id;
end
$$;

-- For owners. Creates another secret, which is only returned here. The previous one also signs for 24 hours.
create function public.review_webhook_secret_rotate(webhook_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (private.webhook_of_owner(review_webhook_secret_rotate.webhook_id)).kind <> 'webhook' then
    perform private.refuse(422, 'no_webhook_secret', 'Slack checks no signatures, so it has no secret.');
  end if;
  return jsonb_build_object('secret', private.renew_webhook_secret(review_webhook_secret_rotate.webhook_id));
end
$$;

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

create trigger log_added_webhooks
  after insert on private.webhooks
  for each row execute function private.log_settings('webhook_added', 'host', 'events', 'includes_person', 'state');

create trigger log_changed_webhooks
  after update of events, includes_person, state on private.webhooks
  for each row execute function private.log_settings('webhook_changed', 'host', 'events', 'includes_person', 'state');

create trigger log_removed_webhooks
  after delete on private.webhooks
  for each row execute function private.log_settings('webhook_removed', 'host', 'events', 'includes_person', 'state');

grant execute on function public.review_webhooks, public.review_webhook_add, public.review_webhook_change,
  public.review_webhook_remove, public.review_webhook_secret_rotate, public.review_webhook_test, public.review_webhook_log,
  public.review_webhook_resend to authenticated;
grant execute on function public.delete_expired_webhook_messages to service_role;
