-- On the floor `records`.
-- External addresses that receive events of applications. Owners add and change them. No role reads these tables, because
-- they contain signing secrets and, for Slack, addresses that are secrets themselves.

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
  public.review_webhook_remove, public.review_webhook_secret_rotate to authenticated;
