-- The delivery of a message. An event queues it in its own transaction, one sender claims it and finishes it.
-- Queues one event for every address with that event. It waits for an address that is being removed, because its foreign
-- key would otherwise fail the application's own statement.
create function private.queue_webhooks(event text, of_application uuid, status text, previous_status text default null)
returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.webhook_deliveries (webhook_id, event, application_id, status, previous_status)
  select w.id, queue_webhooks.event, of_application, queue_webhooks.status, queue_webhooks.previous_status
    from private.webhooks w
   where w.state = 'active' and w.events @> array[queue_webhooks.event]
     for key share;
  if found then
    perform pg_notify('webhooks', '');
  end if;
end
$$;

-- Every erasure writes there.
create function private.tell_of_erased_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_webhooks('application.erased', new.application_id, null);
  return null;
end
$$;

create trigger tell_of_erased_application
  after insert on private.erasures
  for each row execute function private.tell_of_erased_application();

-- Returns the sender's data for one message. The applicant is read here, so that nothing of an erased one is sent.
-- `secrets` has the current one first.
create function private.webhook_order(delivery private.webhook_deliveries) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', delivery.id, 'attempt', delivery.attempts, 'kind', w.kind, 'url', w.url, 'event', delivery.event,
    'occurred_at', delivery.occurred_at, 'application_id', delivery.application_id,
    'status', delivery.status, 'previous_status', delivery.previous_status,
    'person', (
      select jsonb_build_object('name', a.name, 'email', a.email, 'linkedin', a.linkedin)
        from public.applications a
       where w.includes_person and a.id = delivery.application_id and delivery.event <> 'application.erased'
    ))) || jsonb_build_object('secrets', array(
      select s.secret from private.webhook_secrets s
       where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now())
       order by s.expires_at nulls first
    ))
  from private.webhooks w
  where w.id = delivery.webhook_id
$$;

-- Returns how many more messages to an address may be sent at once, so that a hanging address only delays itself.
create function private.webhook_places(of_webhook uuid) returns bigint
language sql stable set search_path = ''
as $$
  select greatest(0, 5 - count(*)) from private.webhook_deliveries d
   where d.webhook_id = of_webhook and d.state = 'sending' and d.due_at > now()
$$;

-- Claims due messages, each for one caller only, at most 500. A claim whose sender died expires after two minutes. A
-- message is tried eight times.
create function public.claim_webhook_deliveries(batch integer default 20) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  orders jsonb;
begin
  with due as (
    select d.id
      from private.webhooks w
     cross join lateral (
       select q.id, q.due_at from private.webhook_deliveries q
        where q.webhook_id = w.id and q.state in ('due', 'sending') and q.due_at <= now()
          and (w.state = 'active' or q.event = 'webhook.test')
          and not private.is_waiting_to_be_erased(q.application_id)
        order by q.due_at
        limit private.webhook_places(w.id)
          for update of q skip locked
     ) d
     order by d.due_at
     limit least(batch, 500)
  ),
  claimed as (
    update private.webhook_deliveries d
       set state = case when d.attempts < 8 then 'sending' else 'failed' end,
           attempts = least(d.attempts + 1, 8),
           due_at = now() + interval '2 minutes',
           tried_at = now(),
           error = case when d.attempts >= 8 then 'Its sender ended before it could say how it went.' end,
           response_status = null, duration_ms = null
      from due
     where d.id = due.id
    returning d.*
  )
  select coalesce(jsonb_agg(private.webhook_order(claimed::private.webhook_deliveries)), '[]')
    into orders
    from claimed
   where claimed.state = 'sending';
  return orders;
end
$$;

-- Records the result of a try, arrived (no error) or not. It is retried over a day, after growing pauses that vary by a
-- fifth, then given up and the address marked. An address that answers 410 gets nothing more. A test is tried once.
create function public.finish_webhook_delivery(
  delivery_id uuid, attempt integer, response_status integer default null, duration_ms integer default null,
  error text default null
) returns void
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  pauses constant interval[] := array['10 seconds', '1 minute', '5 minutes', '30 minutes', '2 hours', '6 hours', '16 hours'];
  is_gone constant boolean := finish_webhook_delivery.response_status is not distinct from 410;
  tried private.webhook_deliveries;
begin
  -- The address first, as its removal does, because two lock orders would deadlock.
  perform from private.webhooks w
   where w.id = (
     select d.webhook_id from private.webhook_deliveries d where d.id = finish_webhook_delivery.delivery_id)
     for update;
  update private.webhook_deliveries d
     set state = case
           when finish_webhook_delivery.error is null then 'delivered'
           when is_gone or d.event = 'webhook.test' or d.attempts > array_length(pauses, 1) then 'failed'
           else 'due'
         end,
         due_at = now() + coalesce(pauses[d.attempts] * (0.8 + 0.4 * random()), interval '0'),
         response_status = finish_webhook_delivery.response_status,
         duration_ms = finish_webhook_delivery.duration_ms,
         error = left(finish_webhook_delivery.error, 200)
   where d.id = finish_webhook_delivery.delivery_id and d.state = 'sending'
     and d.attempts = finish_webhook_delivery.attempt
  returning d.* into tried;
  if tried.state = 'delivered' then
    update private.webhooks w set failing_since = null where w.id = tried.webhook_id and w.failing_since is not null;
  elsif tried.state = 'failed' and is_gone then
    update private.webhooks w set state = 'gone' where w.id = tried.webhook_id and w.state = 'active';
    update private.webhook_deliveries d
       set state = 'failed', error = 'The address said before that it is gone.'
     where d.webhook_id = tried.webhook_id and d.state = 'due';
  elsif tried.state = 'failed' and tried.event <> 'webhook.test' then
    update private.webhooks w set failing_since = coalesce(w.failing_since, now()) where w.id = tried.webhook_id;
  end if;
end
$$;

-- Returns the seconds until the next message, zero or less when it is due, null when none waits.
create function public.seconds_to_next_webhook() returns double precision
language sql stable security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
  select extract(epoch from min(n.due_at) - now())
    from private.webhooks w
   cross join lateral (
     select q.due_at from private.webhook_deliveries q
      where q.webhook_id = w.id and q.state in ('due', 'sending') and (w.state = 'active' or q.event = 'webhook.test')
        and (q.due_at > now() or private.webhook_places(w.id) > 0)
      order by q.due_at
      limit 1
   ) n
$$;

-- For schedulers. Removes log rows older than 90 days or beyond the last hundred of an address, and expired secrets, at
-- most 500 rows a call. Returns the number of rows.
create function public.prune_webhook_log() returns bigint
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  pruned bigint;
begin
  delete from private.webhook_secrets s where s.expires_at <= now();
  with beyond as (
    select l.id
      from private.webhooks w
     cross join lateral (
       select d.id, d.state, d.occurred_at, row_number() over (order by d.occurred_at desc, d.id) as place
         from private.webhook_deliveries d
        where d.webhook_id = w.id
     ) l
     where l.state in ('delivered', 'failed') and (l.place > 100 or l.occurred_at < now() - interval '90 days')
     limit 500
  )
  delete from private.webhook_deliveries d using beyond where d.id = beyond.id;
  get diagnostics pruned = row_count;
  return pruned;
end
$$;

-- Changes of addresses are logged (*_access_log.sql) with the host only, because a whole address of Slack is a secret.
create function private.log_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  webhook constant private.webhooks := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and old.events @> new.events and old.events <@ new.events
    and (old.includes_person, old.state) = (new.includes_person, new.state)
  then
    return null;
  end if;
  perform private.log_access(
    case tg_op when 'INSERT' then 'webhook_added' when 'UPDATE' then 'webhook_changed' else 'webhook_removed' end,
    detail => jsonb_build_object(
      'host', substring(webhook.url from '^https://([^/?]+)'), 'events', webhook.events,
      'includes_person', webhook.includes_person, 'state', webhook.state));
  return null;
end
$$;

create trigger log_webhooks
  after insert or delete or update of events, includes_person, state on private.webhooks
  for each row execute function private.log_webhooks();

revoke all on function public.claim_webhook_deliveries, public.finish_webhook_delivery, public.seconds_to_next_webhook,
  public.prune_webhook_log from public, anon, authenticated;
grant execute on function public.claim_webhook_deliveries, public.finish_webhook_delivery, public.seconds_to_next_webhook,
  public.prune_webhook_log to service_role;
