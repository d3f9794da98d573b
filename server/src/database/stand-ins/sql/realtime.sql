-- Nothing listens to changes or messages here. Messages are stored, and policies may name them.
create schema if not exists realtime;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null default 'broadcast',
  payload jsonb,
  event text,
  private boolean default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to postgres;

create table realtime.subscription (
  id bigint primary key generated always as identity,
  subscription_id uuid not null,
  entity regclass not null,
  claims jsonb not null,
  created_at timestamp not null default now()
);
grant all on realtime.subscription to postgres;
grant select on realtime.subscription to anon, authenticated, service_role;

create function realtime.topic() returns text
language sql stable set search_path = ''
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Keeps the newest thousand messages, because no client takes them away.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from realtime.messages) then
    raise warning 'realtime.send stores messages which no client receives, because this server has no Realtime.'
      using errcode = 'feature_not_supported';
  end if;
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
  delete from realtime.messages
  where (id, inserted_at) in (
    select m.id, m.inserted_at from realtime.messages m order by m.inserted_at desc offset 1000
  );
end
$$;

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record,
  level text default 'ROW'
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation,
      'record', to_jsonb(new), 'old_record', to_jsonb(old)
    ),
    event_name, topic_name
  );
end
$$;
