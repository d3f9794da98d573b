-- Brakes on applying. Honest people notice none of them; a bot that skips the form meets the same ones, because they
-- are checked here, on what travels in the INSERT's headers (the body has the specification's eleven keys).
--
-- WHAT THE FORM SENDS (all headers optional unless proof of work is switched on):
--   x-application-elapsed  whole milliseconds since the dialog opened. The form itself waits until 2000 are over; less
--                          is refused.
--   x-application-trap     what stands in the hidden field. Anything but nothing is refused.
--   x-application-proof    JSON {"nonce","salt","expiresAt","counter","signature"}: a solved challenge.
-- WHAT IT MAY HEAR (status, code in the body):
--   429 too_many_applications  `details` is the number of seconds until it may be tried again, as Retry-After is.
--   400 sent_too_fast, trap_filled
--   403 proof_needed           ask rpc/application_challenge, solve, send again. It answers null while proof of work is
--                              off, else {"parameters": …, "signature": …} as altcha-lib's solveChallenge takes it.
--
-- The address counted is Cloudflare's cf-connecting-ip, else the first of x-forwarded-for: on Supabase the gateway sets
-- them; our gateway drops what clients claim and writes the address it found itself.
-- An INSERT that fails takes its counts back with it. Our server then counts duplicates by
-- private.count_failed_application; on Supabase only applications that were taken count.

-- The brakes as they are set: `update private.brakes set proof_of_work = true` (npm run applications -- brakes).
create table private.brakes (
  only_row boolean primary key default true check (only_row),
  per_address integer not null default 10 check (per_address > 0),
  address_window interval not null default '10 minutes',
  per_email integer not null default 3 check (per_email > 0),
  email_window interval not null default '1 day',
  least_milliseconds integer not null default 2000,
  proof_of_work boolean not null default false,
  -- What the solution's hash must begin with, in hex: each digit makes it sixteen times as long to find.
  proof_prefix text not null default '0000' check (proof_prefix ~ '^([0-9a-f]{2}){1,4}$'),
  -- Keys of a keyed hash in the form of HMAC-SHA-256, and of the subjects' names below.
  inner_key bytea not null default
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  outer_key bytea not null default
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into private.brakes default values;

-- How often each address and each e-mail applied since when; both only as keyed hashes.
create table private.application_attempts (
  subject bytea primary key,
  since timestamptz not null default clock_timestamp(),
  attempts integer not null default 1
);
create index application_attempts_since_idx on private.application_attempts (since);

-- Solutions that were used, until their challenge expires.
create table private.spent_proofs (
  nonce bytea primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expires_at_idx on private.spent_proofs (expires_at);

revoke all on table private.brakes, private.application_attempts, private.spent_proofs
  from public, anon, authenticated, service_role;

create function private.keyed_hash(message text) returns bytea
language sql stable strict set search_path = ''
as $$
  select sha256(b.outer_key || sha256(b.inner_key || convert_to(message, 'UTF8'))) from private.brakes b
$$;

-- Counts one attempt of a subject and answers the seconds until it may try again: zero or less when it may now.
create function private.count_attempt(subject text, most integer, for_how_long interval) returns double precision
language sql set search_path = ''
as $$
  insert into private.application_attempts as a (subject)
  values (private.keyed_hash(count_attempt.subject))
  on conflict (subject) do update
    set attempts = case when a.since <= clock_timestamp() - for_how_long then 1 else a.attempts + 1 end,
        since = case when a.since <= clock_timestamp() - for_how_long then clock_timestamp() else a.since end
  returning case when attempts > most
    then extract(epoch from since + for_how_long - clock_timestamp())
    else 0
  end
$$;

-- The address that a person's network is known by: an IPv6 household has a whole /64. Null when it is none.
create function private.network_of(address text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  given inet;
begin
  given := regexp_replace(btrim(address), '^::ffff:(?=\d+\.)', '')::inet;
  return case family(given) when 6 then network(set_masklen(given, 64))::text else host(given) end;
exception when invalid_text_representation then
  return null;
end
$$;

-- Answers the request with a status and body of its own, as PostgREST lets a function do.
create function private.refuse(status integer, code text, message text, details text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', null)::text,
    detail = json_build_object(
      'status', status,
      'headers', case when details is null then '{}'::json else json_build_object('Retry-After', details) end
    )::text;
end
$$;

create function private.refuse_too_many(seconds double precision) returns void
language plpgsql set search_path = ''
as $$
declare
  whole integer := greatest(1, ceil(seconds));
begin
  perform private.refuse(
    429, 'too_many_applications',
    format('Too many applications. Please try again in %s.', case
      when whole < 120 then format('%s seconds', whole)
      when whole < 7200 then format('%s minutes', ceil(whole / 60.0))
      else format('%s hours', ceil(whole / 3600.0))
    end),
    whole::text
  );
end
$$;

create function private.challenge_signature(nonce text, salt text, expires_at bigint, prefix text) returns text
language sql stable strict set search_path = ''
as $$
  select encode(private.keyed_hash(format('apply %s %s %s %s', nonce, salt, expires_at, prefix)), 'hex')
$$;

-- A challenge for one application, good for twenty minutes; null while proof of work is off.
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

-- Spends a solved challenge; false when it is none of ours, wrong, expired or spent.
create function private.spend_proof(proof text, prefix text) returns boolean
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  given jsonb;
  nonce text;
  salt text;
  expires_at bigint;
  counter bigint;
begin
  -- Not in the declarations: what fails there is not caught below.
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

create function private.brake_application() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  headers jsonb := current_setting('request.headers')::jsonb;
  brakes private.brakes;
  elapsed text := headers ->> 'x-application-elapsed';
  network text := private.network_of(coalesce(
    headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1)));
  seconds double precision;
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' = 'service_role' then
    return new;
  end if;
  select * into brakes from private.brakes;

  if headers ->> 'x-application-trap' <> '' then
    perform private.refuse(400, 'trap_filled', 'A field that people do not see was filled in.');
  end if;
  if elapsed is not null and (elapsed !~ '^\d{1,12}$' or elapsed::bigint < brakes.least_milliseconds) then
    perform private.refuse(400, 'sent_too_fast', 'The form was sent faster than a person can fill it in.');
  end if;
  if brakes.proof_of_work and not private.spend_proof(
    coalesce(headers ->> 'x-application-proof', 'null'), brakes.proof_prefix
  ) then
    perform private.refuse(403, 'proof_needed', 'The form has to be sent with a solved challenge at the moment.');
  end if;

  if network is not null then
    seconds := private.count_attempt('address ' || network, brakes.per_address, brakes.address_window);
    if seconds > 0 then
      perform private.refuse_too_many(seconds);
    end if;
  end if;
  -- An application without an e-mail is left to the table's own rule.
  if new.email is not null then
    seconds := private.count_attempt(
      'email ' || lower(private.trimmed(new.email) collate "C"), brakes.per_email, brakes.email_window);
    if seconds > 0 then
      perform private.refuse_too_many(seconds);
    end if;
  end if;

  delete from private.application_attempts
   where subject in (
     select a.subject from private.application_attempts a
      where a.since < now() - greatest(brakes.address_window, brakes.email_window)
      order by a.since limit 4 for update skip locked
   );
  return new;
end
$$;

-- Only requests are braked, and none where the server was started with LIMITS=off: it says so in a setting of its
-- own connections, which no client can reach.
create trigger brake_application
  before insert on public.applications
  for each row when (
    current_setting('request.headers', true) <> ''
    and current_setting('solostead.limits', true) is distinct from 'off'
  )
  execute function private.brake_application();

-- Counts an application that failed as a duplicate, after its transaction took everything back: whoever tries out
-- which addresses have applied is braked like everybody else.
create function private.count_failed_application(address text, email text, proof text) returns void
language plpgsql set search_path = ''
as $$
declare
  brakes private.brakes;
begin
  select * into brakes from private.brakes;
  if brakes.proof_of_work and proof is not null then
    perform private.spend_proof(proof, brakes.proof_prefix);
  end if;
  if private.network_of(address) is not null then
    perform private.count_attempt('address ' || private.network_of(address), brakes.per_address, brakes.address_window);
  end if;
  if email is not null then
    perform private.count_attempt(
      'email ' || lower(private.trimmed(email) collate "C"), brakes.per_email, brakes.email_window);
  end if;
end
$$;

revoke all on function private.keyed_hash(text), private.count_attempt(text, integer, interval),
  private.network_of(text), private.refuse(integer, text, text, text), private.refuse_too_many(double precision),
  private.challenge_signature(text, text, bigint, text), public.application_challenge(),
  private.spend_proof(text, text), private.brake_application(),
  private.count_failed_application(text, text, text)
  from public, anon, authenticated;
grant execute on function public.application_challenge() to anon, authenticated, service_role;
