-- External addresses that receive events of applications. Owners add and change them. No role reads these tables, because
-- they contain signing secrets and, for Slack, addresses that are secrets themselves.

create table private.webhooks (
  id uuid constraint webhooks_pkey primary key default gen_random_uuid(),
  kind text not null constraint webhooks_kind_check check (kind in ('webhook', 'slack')),
  -- The sender checks the addresses of the host's name (supabase/functions/_shared/webhooks).
  url text not null
    constraint webhooks_url_check check (
      char_length(url) <= 2000
      and url ~ '^https://([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:443)?([/?][!-~]*)?$'
    ),
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
-- in plain text. No API role reads the table, and claim_webhook_deliveries returns it only to the sender.
create table private.webhook_secrets (
  webhook_id uuid not null
    constraint webhook_secrets_webhook_id_fkey references private.webhooks (id) on delete cascade,
  secret text not null constraint webhook_secrets_secret_check check (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
  -- Null for the current one. The previous one also signs until then.
  expires_at timestamptz,
  constraint webhook_secrets_pkey primary key (webhook_id, secret)
);

-- One message to one address, queued until it arrived or was given up, then part of the log. It contains nothing of the
-- applicant. The name is read when the message is sent.
create table private.webhook_deliveries (
  -- The message's id, the same at each try.
  id uuid constraint webhook_deliveries_pkey primary key default gen_random_uuid(),
  webhook_id uuid not null
    constraint webhook_deliveries_webhook_id_fkey references private.webhooks (id) on delete cascade,
  event text not null,
  -- Without a foreign key, because erasures are reported too. Null for a test.
  application_id uuid,
  status text,
  previous_status text,
  occurred_at timestamptz not null default clock_timestamp(),
  state text not null default 'due'
    constraint webhook_deliveries_state_check check (state in ('due', 'sending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  -- For a message being sent, the time at which its sender counts as dead.
  due_at timestamptz not null default now(),
  tried_at timestamptz,
  response_status integer,
  duration_ms integer,
  error text constraint webhook_deliveries_error_check check (char_length(error) <= 200)
);

create index webhook_deliveries_due_idx on private.webhook_deliveries (webhook_id, due_at)
  where state in ('due', 'sending');
create index webhook_deliveries_log_idx on private.webhook_deliveries (webhook_id, occurred_at);

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
      'host', (select substring(w.url from '^https://([^/?]+)') from private.webhooks w where w.id = of_webhook)));
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
    raise sqlstate 'PT404' using message = 'This address is no longer there.';
  end if;
  return found_one;
end
$$;

-- Says why an address is refused, from the constraint that it breaks.
create function private.refuse_webhook(broken text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT422' using message = case broken
    when 'webhooks_url_check'
      then 'An address begins with https://, has no port but 443, and no user name or password in it.'
    when 'webhooks_events_check' then 'Choose at least one event.'
    else 'An address is a webhook or one of Slack.'
  end;
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
        select jsonb_build_object(
            'state', d.state, 'tried_at', d.tried_at, 'response_status', d.response_status, 'error', d.error)
          from private.webhook_deliveries d
         where d.webhook_id = w.id and d.tried_at is not null and d.state <> 'sending'
         order by d.tried_at desc
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
    raise sqlstate 'PT422' using message = 'There are twenty addresses already. Remove one first.';
  end if;
  begin
    insert into private.webhooks (kind, url, events, includes_person)
    values (review_webhook_add.kind, review_webhook_add.url, array(select distinct unnest(review_webhook_add.events)),
            review_webhook_add.includes_person)
    returning id into added;
  exception when check_violation or not_null_violation then
    get stacked diagnostics broken = constraint_name;
    perform private.refuse_webhook(broken);
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
     set events = array(select distinct unnest(coalesce(review_webhook_change.events, w.events))),
         includes_person = coalesce(review_webhook_change.includes_person, w.includes_person),
         state = case paused when true then 'paused' when false then 'active' else w.state end
   where w.id = former.id;
  if former.state <> 'active' and not paused then
    perform pg_notify('webhooks', '');
  end if;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  perform private.refuse_webhook(broken);
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
create function public.review_webhook_rotate(webhook_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (private.webhook_of_owner(review_webhook_rotate.webhook_id)).kind <> 'webhook' then
    raise sqlstate 'PT422' using message = 'Slack checks no signatures.';
  end if;
  return jsonb_build_object('secret', private.renew_webhook_secret(review_webhook_rotate.webhook_id));
end
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
    select count(*) >= 5 from private.webhook_deliveries d
     where d.webhook_id = review_webhook_test.webhook_id and d.event = 'webhook.test' and d.state in ('due', 'sending')
  ) then
    raise sqlstate 'PT422' using message = 'Five tests wait to be sent already.';
  end if;
  insert into private.webhook_deliveries (webhook_id, event) values (review_webhook_test.webhook_id, 'webhook.test')
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
      'id', l.id, 'event', l.event, 'application_id', l.application_id, 'occurred_at', l.occurred_at,
      'state', l.state, 'attempts', l.attempts, 'next_at', case when l.state = 'due' then l.due_at end,
      'tried_at', l.tried_at, 'response_status', l.response_status, 'duration_ms', l.duration_ms, 'error', l.error
    ) order by l.occurred_at desc, l.id), '[]')
    from (
      select d.* from private.webhook_deliveries d
       where d.webhook_id = review_webhook_log.webhook_id
       order by d.occurred_at desc, d.id
       limit 100
    ) l
  );
end
$$;

-- For owners. Queues a message that arrived or was given up again, with its id.
create function public.review_webhook_send_again(delivery_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_webhook private.webhooks;
begin
  perform private.demand('owner');
  of_webhook := private.webhook_of_owner(
    (select d.webhook_id from private.webhook_deliveries d where d.id = review_webhook_send_again.delivery_id));
  if of_webhook.state <> 'active' then
    raise sqlstate 'PT422' using message = 'This address is sent nothing at the moment. Switch it on first.';
  end if;
  update private.webhook_deliveries d
     set state = 'due', attempts = 0, due_at = now(), response_status = null, duration_ms = null, error = null
   where d.id = review_webhook_send_again.delivery_id and d.state in ('delivered', 'failed');
  perform pg_notify('webhooks', '');
end
$$;

revoke all on function public.review_webhooks, public.review_webhook_add, public.review_webhook_change,
  public.review_webhook_remove, public.review_webhook_rotate, public.review_webhook_test, public.review_webhook_log,
  public.review_webhook_send_again from public, anon, authenticated;
grant execute on function public.review_webhooks, public.review_webhook_add, public.review_webhook_change,
  public.review_webhook_remove, public.review_webhook_rotate, public.review_webhook_test, public.review_webhook_log,
  public.review_webhook_send_again to authenticated;
