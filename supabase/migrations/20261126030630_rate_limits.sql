-- Rate limits of addresses and proof of work, which the form's protection builds on (*_abuse_protection.sql).

-- The settings of abuse protection in one row, which `npm run solostead -- applications` changes.
create table private.brakes (
  only_row boolean primary key default true check (only_row),
  per_address integer not null default 10 check (per_address > 0),
  address_window interval not null default '10 minutes',
  least_milliseconds integer not null default 2000,
  proof_of_work boolean not null default false,
  -- The required prefix of the solution's hash in hex. Each digit makes it sixteen times as long to find.
  proof_prefix text not null default '0000' check (proof_prefix ~ '^([0-9a-f]{2}){1,4}$'),
  -- Keys of a keyed hash in the form of HMAC-SHA-256, and of the subjects' names below.
  inner_key bytea not null default
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  outer_key bytea not null default
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- For all callers of a /24 or /48 together, in address_window, high enough for an office.
  per_network integer not null default 100
    constraint brakes_per_network_check check (per_network > 0),
  -- Addresses that all callers together may leave for the opening, and as many for new links.
  openings_per_hour integer not null default 1000
    constraint brakes_openings_per_hour_check check (openings_per_hour > 0)
);
insert into private.brakes default values;

-- The attempts of each address and network since a time, only as keyed hashes.
create table private.application_attempts (
  subject bytea primary key,
  since timestamptz not null default clock_timestamp(),
  attempts integer not null default 1
);
create index application_attempts_since_idx on private.application_attempts (since);

-- HMAC-SHA-256 with the keys of the settings. Addresses are stored in no other form. PostgreSQL inlines it.
create function private.keyed_hash(message text, b private.brakes) returns bytea
language sql stable
as $$
  select sha256(b.outer_key || sha256(b.inner_key || convert_to(message, 'UTF8')))
$$;

-- Counts one attempt of a subject and returns the seconds until the next one, zero or less if it is allowed now.
create function private.count_attempt(subject text, most integer, for_how_long interval, limits private.brakes)
returns double precision
language sql
as $$
  insert into private.application_attempts as a (subject)
  values (private.keyed_hash(count_attempt.subject, limits))
  on conflict (subject) do update
    set attempts = case when a.since <= clock_timestamp() - for_how_long then 1 else a.attempts + 1 end,
        since = case when a.since <= clock_timestamp() - for_how_long then clock_timestamp() else a.since end
  returning case when attempts > most
    then extract(epoch from since + for_how_long - clock_timestamp())
    else 0
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

-- Counts one request of an address and, if that address has any left, of the network around it. Returns the seconds until
-- the next try, zero or less if it is allowed now. `times` multiplies the limits of applications. Callers without an
-- address share one network's limit.
create function private.count_caller(purpose text, address text, times integer default 1) returns double precision
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  brakes private.brakes;
  network text := private.network_of(address);
  seconds double precision := 0;
begin
  select * into brakes from private.brakes;
  if network is not null then
    seconds := private.count_attempt(
      purpose || ' address ' || network, times * brakes.per_address, brakes.address_window, brakes);
  end if;
  if seconds <= 0 then
    seconds := private.count_attempt(
      purpose || coalesce(' network ' || private.wider_network_of(network), ' no network'),
      times * greatest(brakes.per_network, brakes.per_address), brakes.address_window, brakes);
  end if;
  return seconds;
end
$$;

-- Returns true for requests through the API, unless the server was started with LIMITS=off. That is a setting of its own
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

-- Counts one request and refuses it with 429 when its caller exceeds `times` the limit of applications. The answer has the
-- wait in seconds, rounded up. The purpose is 'application' for attempts to apply or to take a key that another
-- application may have, 'mail' for a request for a mail, and 'page' for the applicant's page.
create function private.limit_requests(purpose text, times integer, client text default private.request_address()) returns void
language plpgsql set search_path = ''
as $$
declare
  seconds constant double precision :=
    case when private.is_limited() then private.count_caller(purpose, client, times) else 0 end;
  whole constant integer := ceil(seconds);
  what constant text := case purpose when 'application' then 'applications' else 'requests' end;
begin
  if seconds <= 0 then
    return;
  end if;
  perform private.refuse(
    429, 'too_many_' || what,
    format('Too many %s came from your network. Please try again in %s.', what, case
      when whole < 120 then format('%s seconds', whole)
      when whole < 7200 then format('%s minutes', ceil(whole / 60.0))
      else format('%s hours', ceil(whole / 3600.0))
    end),
    whole::text
  );
end
$$;

-- Proof of work, enabled by the settings above. A challenge costs the sender's processor some time and is valid for one
-- application.

-- Solutions that were used, until their challenge expires.
create table private.spent_proofs (
  nonce bytea primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expires_at_idx on private.spent_proofs (expires_at);

-- The signature of a challenge, so that nothing in it can be changed.
create function private.challenge_signature(nonce text, salt text, expires_at bigint, prefix text) returns text
language sql stable strict set search_path = ''
as $$
  select encode(private.keyed_hash(format('apply %s %s %s %s', nonce, salt, expires_at, prefix), b), 'hex')
    from private.brakes b
$$;

-- Returns a challenge for one application, valid for twenty minutes, or null while proof of work is off.
create function public.application_challenge() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  brakes private.brakes;
  nonce text := encode(uuid_send(gen_random_uuid()), 'hex');
  salt text := encode(uuid_send(gen_random_uuid()), 'hex');
  expires_at bigint := extract(epoch from now() + interval '20 minutes');
begin
  select * into brakes from private.brakes;
  if not brakes.proof_of_work then
    return null;
  end if;
  return jsonb_build_object(
    'parameters', jsonb_build_object(
      'algorithm', 'SHA-256', 'cost', 1, 'keyLength', 32, 'keyPrefix', brakes.proof_prefix,
      'nonce', nonce, 'salt', salt, 'expiresAt', expires_at, 'data', jsonb_build_object('action', 'apply')
    ),
    'signature', private.challenge_signature(nonce, salt, expires_at, brakes.proof_prefix)
  );
end
$$;

-- Uses a solved challenge. Returns false when it is foreign, wrong, expired or used.
create function private.spend_proof(proof text, prefix text) returns boolean
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  given jsonb;
  nonce text;
  salt text;
  expires_at bigint;
  counter bigint;
begin
  -- Not in the declarations, because the handler below does not catch their errors.
  given := proof::jsonb;
  nonce := given ->> 'nonce';
  salt := given ->> 'salt';
  expires_at := given ->> 'expiresAt';
  counter := given ->> 'counter';
  -- Anything missing makes the whole null, which is no.
  if not coalesce(
    given ->> 'signature' = private.challenge_signature(nonce, salt, expires_at, prefix)
    and to_timestamp(expires_at) > now()
    and counter between 0 and 4294967295
    and starts_with(
      encode(sha256(decode(salt, 'hex') || decode(nonce, 'hex') || substr(int8send(counter), 5)), 'hex'), prefix
    ),
    false
  ) then
    return false;
  end if;
  delete from private.spent_proofs s where s.expires_at < now();
  insert into private.spent_proofs values (decode(nonce, 'hex'), to_timestamp(expires_at))
  on conflict do nothing;
  return found;
exception when data_exception then
  return false;
end
$$;

revoke all on function public.application_challenge from public, anon, authenticated;
grant execute on function public.application_challenge to anon, authenticated, service_role;
