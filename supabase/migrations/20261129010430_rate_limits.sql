-- On the floor `ground`.
-- Rate limits of anonymous callers.

-- The limits of each purpose, which `npm run solostead -- limits` lists and sets: requests in a period of one address, of
-- its network (a /24 or /48), and of all callers together, null without such a limit. One network has at most a fifth of
-- the limit of all, so that it cannot use up a function for the rest.
create table private.rate_limits (
  purpose text constraint rate_limits_pkey primary key,
  per_caller integer not null
    constraint rate_limits_per_caller_check check (per_caller between 1 and 1000000),
  -- Null where callers are members.
  per_network integer
    constraint rate_limits_per_network_check check (per_network between per_caller and 20000000),
  per_everyone integer
    constraint rate_limits_per_everyone_check check (per_everyone >= 5 * per_network::bigint),
  period interval not null
    constraint rate_limits_period_check check (period between interval '1 minute' and interval '1 day'),
  counts text not null
);

insert into private.rate_limits (purpose, per_caller, per_network, per_everyone, period, counts) values
  ('application', 10, 100, null, interval '10 minutes', 'applications'),
  ('correction', 5, 50, null, interval '10 minutes', 'corrections of an e-mail or profile'),
  ('confirmation_mail', 20, 200, null, interval '10 minutes', 'requests for a confirmation mail'),
  ('new_link', 20, 200, null, interval '10 minutes', 'requests for a new link'),
  ('page', 120, 1200, null, interval '10 minutes', 'requests with the secret of an applicant''s page'),
  ('opening', 20, 100, 1000, interval '1 hour', 'addresses left for the opening'),
  ('note', 500, null, null, interval '1 day', 'notes, edits and answers of a member'),
  ('export', 200, null, null, interval '1 day', 'exports of a member');

-- Keys of a keyed hash in the form of HMAC-SHA-256.
create table private.hash_keys (
  only_row boolean primary key default true check (only_row),
  inner_key bytea not null default
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  outer_key bytea not null default
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

insert into private.hash_keys default values;

-- The requests of each address, network and purpose until a period ends, under keyed hashes. Addresses are stored in no
-- other form.
create table private.rate_counts (
  subject bytea constraint rate_counts_pkey primary key,
  ends_at timestamptz not null,
  requests integer not null default 1
);

create index rate_counts_ends_at_idx on private.rate_counts (ends_at);

-- HMAC-SHA-256. PostgreSQL inlines it.
create function private.hmac_sha256(message text, k private.hash_keys) returns bytea
language sql stable
as $$
  select sha256(k.outer_key || sha256(k.inner_key || convert_to(message, 'UTF8')))
$$;

-- Counts one request of a subject and returns the seconds until the next one, zero or less if it is allowed now. A subject
-- without any left is only read, so that the refusals of a flood neither write nor wait for each other.
create function private.count_subject(subject text, allowed integer, period interval, keys private.hash_keys)
returns double precision
language plpgsql
as $$
declare
  hash constant bytea := private.hmac_sha256(count_subject.subject, keys);
  seconds double precision;
begin
  select extract(epoch from c.ends_at - clock_timestamp()) into seconds
    from private.rate_counts c
   where c.subject = hash and c.requests >= allowed and c.ends_at > clock_timestamp();
  if found then
    return seconds;
  end if;
  insert into private.rate_counts as c (subject, ends_at)
  values (hash, clock_timestamp() + period)
  on conflict on constraint rate_counts_pkey do update
    set requests = case when c.ends_at <= clock_timestamp() then 1 else c.requests + 1 end,
        ends_at = case when c.ends_at <= clock_timestamp() then excluded.ends_at else c.ends_at end
  returning case when requests > allowed then extract(epoch from ends_at - clock_timestamp()) else 0 end into seconds;
  return seconds;
end
$$;

-- Returns the network of an address, which is a /64 for an IPv6 household. It ignores ports, brackets and zones, and a
-- mapped address is its IPv4 address. Null for an invalid one.
create function private.network_of(address text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  given inet;
begin
  given := coalesce(
    substring(btrim(address) from '^(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?$'),
    substring(btrim(address) from '^([0-9A-Fa-f:.]+)(?:%.+)?$'),
    substring(btrim(address) from '^\[([0-9A-Fa-f:.]+)(?:%[^]]+)?\](?::\d{1,5})?$')
  )::inet;
  if given <<= '::ffff:0.0.0.0/96'::inet then
    given := '0.0.0.0'::inet + (given - '::ffff:0.0.0.0'::inet);
  end if;
  return case family(given) when 6 then network(set_masklen(given, 64))::text else host(given) end;
exception when invalid_text_representation then
  return null;
end
$$;

-- Returns the wider network, a /24 or a /48, which may have many callers.
create function private.wider_network_of(network text) returns text
language sql immutable strict set search_path = ''
as $$
  select network(set_masklen(network::inet, case family(network::inet) when 6 then 48 else 24 end))::text
$$;

-- Counts one request of an address, then of its network and of all callers, each only if the one before has any left.
-- Returns the seconds until the next try, zero or less if it is allowed now, and true if all callers together are at fault.
-- Callers without an address share the limit of one network.
create function private.count_request(
  purpose text, address text, out seconds double precision, out is_of_everyone boolean
)
language plpgsql set search_path = ''
as $$
declare
  limits record;
  network constant text := private.network_of(address);
begin
  seconds := 0;
  is_of_everyone := false;
  select l.per_caller, l.per_network, l.per_everyone, l.period, k as keys into strict limits
    from private.rate_limits l cross join private.hash_keys k
   where l.purpose = count_request.purpose;
  if network is not null then
    seconds := private.count_subject(purpose || ' address ' || network, limits.per_caller, limits.period, limits.keys);
  end if;
  if seconds <= 0 then
    seconds := private.count_subject(
      purpose || coalesce(' network ' || private.wider_network_of(network), ' no network'),
      limits.per_network, limits.period, limits.keys);
  end if;
  if seconds <= 0 and limits.per_everyone is not null then
    seconds := private.count_subject(purpose || ' everyone', limits.per_everyone, limits.period, limits.keys);
    is_of_everyone := seconds > 0;
  end if;
end
$$;

-- Returns true for requests through the API, unless the server was started with LIMITS=off. That is a setting of the server's
-- connections, which no client can reach.
create function private.is_limited() returns boolean
language sql stable set search_path = ''
as $$
  select nullif(current_setting('request.headers', true), '') is not null
     and current_setting('solostead.limits', true) is distinct from 'off'
$$;

-- Returns the address of a request for abuse protection, or null.
create function private.request_address() returns text
language sql stable set search_path = ''
as $$
  select coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1))
    from (select nullif(current_setting('request.headers', true), '')::jsonb) as request (headers)
$$;

-- Counts one request and refuses it with 429 when its caller, its network or all callers exceed the limit of its purpose.
-- The answer has the wait in seconds, rounded up.
create function private.limit_requests(purpose text, client text default private.request_address()) returns void
language plpgsql set search_path = ''
as $$
declare
  counted record;
  whole integer;
  what constant text := case purpose when 'application' then 'applications' else 'requests' end;
begin
  if not private.is_limited() then
    return;
  end if;
  counted := private.count_request(purpose, client);
  if counted.seconds <= 0 then
    return;
  end if;
  whole := ceil(counted.seconds);
  perform private.refuse(
    429, case purpose when 'application' then 'too_many_applications' else 'too_many_requests' end,
    format('Too many %s came%s. Please try again in %s.', what, case when counted.is_of_everyone then '' else ' from your network' end, case
      when whole = 1 then 'a second'
      when whole < 120 then format('%s seconds', whole)
      when whole < 7200 then format('%s minutes', ceil(whole / 60.0))
      else format('%s hours', ceil(whole / 3600.0))
    end),
    to_jsonb(whole)
  );
end
$$;

-- Counts one request and returns false when it exceeds the limit of its purpose, for a caller whose other counts stay.
create function private.may_request(purpose text) returns boolean
language sql set search_path = ''
as $$
  select case when private.is_limited()
    then (private.count_request(purpose, private.request_address())).seconds <= 0
    else true
  end
$$;

-- Counts an action of the calling member and returns false when it exceeds the limit of a member's day.
create function private.may_member(purpose text) returns boolean
language sql set search_path = ''
as $$
  select case when private.is_limited()
    then private.count_subject(purpose || ' member ' || auth.uid(), l.per_caller, l.period, k) <= 0
    else true
  end
  from private.rate_limits l cross join private.hash_keys k where l.purpose = may_member.purpose
$$;
