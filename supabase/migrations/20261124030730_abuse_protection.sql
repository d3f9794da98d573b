-- Abuse protection of the form: rate limits, honeypot, minimum time and proof of work. Applicants notice none of
-- it; a bot that skips the form meets the same rules, because they are checked here, on what travels in the
-- INSERT's headers.
--
-- WHAT THE FORM SENDS (all headers optional unless proof of work is switched on):
--   x-application-elapsed  whole milliseconds since the dialog opened. The form itself waits until 2000 are over; less
--                          is refused.
--   x-application-trap     the value of the hidden field. Refused unless it is empty.
--   x-application-proof    JSON {"nonce","salt","expiresAt","counter","signature"}: a solved challenge.
-- WHAT IT IS ANSWERED (status, code in the body):
--   429 too_many_applications  `details` is the number of seconds until it may be tried again, as Retry-After is.
--   400 sent_too_fast, trap_filled
--   403 proof_needed           ask rpc/application_challenge, solve, send again. It answers null while proof of work is
--                              off, else {"parameters": …, "signature": …} as altcha-lib's solveChallenge takes it.
--   400 23514                  the constraint applications_one_row: a visitor's INSERT holds one row.
--
-- The address counted is Cloudflare's cf-connecting-ip, else the first of x-forwarded-for: on Supabase the gateway
-- sets them; our gateway drops what clients claim and writes the address it found itself. Applications are counted
-- by address alone: an e-mail that was not shown to be the caller's says nothing about the caller. An INSERT that
-- fails takes its counts back with it. Our server then counts it by private.count_failed_application; on Supabase
-- only applications that were taken count.

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
begin
  if seconds <= 0 then
    return;
  elsif purpose = 'page' then
    perform private.refuse(
      429, 'too_many_requests', 'Too many requests came from your network. Please try again in a few minutes.', whole::text);
  end if;
  perform private.refuse(
    429, 'too_many_applications',
    format('Too many applications came from your network. Please try again in %s.', case
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

-- Checks one application of a request. The service role is exempt. It runs with the settings of its caller
-- private.receive_application (below).
create function private.brake_application(headers jsonb) returns void
language plpgsql
as $$
declare
  brakes private.brakes;
  elapsed text := headers ->> 'x-application-elapsed';
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' = 'service_role' then
    return;
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

  perform private.limit_requests('application', 1);

  delete from private.application_attempts
   where subject in (
     select a.subject from private.application_attempts a
      where a.since < now() - brakes.address_window
      order by a.since limit 4 for update skip locked
   );
end
$$;

-- Counts an application that a rule of the table refused, after its transaction rolled back. This limits a caller who
-- tries to find out which addresses have applied. Only our server calls it, Supabase does not.
create function private.count_failed_application(address text, proof text) returns void
language plpgsql set search_path = ''
as $$
declare
  brakes private.brakes;
begin
  select * into brakes from private.brakes;
  if brakes.proof_of_work and proof is not null then
    perform private.spend_proof(proof, brakes.proof_prefix);
  end if;
  perform private.count_caller('application', address);
end
$$;

-- The applicant's first touch and the version of the questions. Both travel in headers of the INSERT, whose body has only
-- the keys of the form.

-- Returns one decoded value of a form-encoded header, or null when it is absent, invalid UTF-8 or no text.
create function private.form_value(form text, field text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  raw text := replace(substring(form from '(?:^|&)' || field || '=([^&]*)'), '+', ' ');
  bytes bytea := '';
  part text;
begin
  for part in select piece[1] from regexp_matches(raw, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') as piece loop
    bytes := bytes || case
      when part ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(part, 2), 'hex')
      else convert_to(part, 'UTF8')
    end;
  end loop;
  return nullif(left(btrim(regexp_replace(convert_from(bytes, 'UTF8'), '[[:cntrl:]]', '', 'g')), 100), '');
exception
  when others then
    return null;
end
$$;

-- Parses `x-first-touch`. Invalid values are dropped, because an application is never refused for its source.
create function private.first_touch(header text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  touch constant text := left(header, 2000);
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'source', private.form_value(touch, 'source'),
    'medium', private.form_value(touch, 'medium'),
    'campaign', private.form_value(touch, 'campaign'),
    'referrer', private.form_value(touch, 'referrer'),
    'landing', private.form_value(touch, 'landing')
  ));
end
$$;

-- The authority of a form's sender before the e-mail is confirmed (site/src/application). The form creates a random key,
-- sends its SHA-256 in the header x-application-key with the INSERT, and shows the key itself later.

-- Returns true if an application with this form's key exists. The same key with the same values is the same application,
-- whose first answer was lost. Nothing is stored and the INSERT is answered with 201. The same key with other values is
-- refused with 409.
create function private.is_known_form(application public.applications, key text) returns boolean
language plpgsql
as $$
declare
  known bytea;
begin
  -- A form sent twice at once. The second request waits here for the first and then sees it. Locks of two numbers are
  -- separate from those of one, so that no key of a caller's choice waits for an erasure.
  perform pg_advisory_xact_lock(1, ('x' || left(key, 8))::bit(32)::integer);
  select a.form_digest into known from public.applications a where a.form_key = application.form_key;
  if known <> application.form_digest then
    perform private.refuse(409, 'application_key_used', 'This form was sent before with other answers. Reload the page and send it again.');
  end if;
  return known is not null;
end
$$;

-- All steps before a new application is stored, in one trigger, because each trigger with its own rights and settings
-- costs as much as an index. Only requests are limited, and none where the server was started with LIMITS=off, a setting
-- of its own connections that no client can reach. A repeated form is compared with the stored values.
create function private.receive_application() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  request constant text := current_setting('request.headers', true);
  headers constant jsonb := nullif(request, '')::jsonb;
  is_closed boolean;
  newest_questions integer;
  has_expired boolean;
  -- Nothing is written before the first row of a request, so only a second one has a transaction id here.
  is_second boolean := pg_current_xact_id_if_assigned() is not null;
begin
  if new.status <> 'submitted' then
    new.first_status := new.status;
  end if;
  if headers is not null and current_setting('solostead.limits', true) is distinct from 'off' then
    perform private.brake_application(headers);
  end if;
  -- Most values come in their stored form, so one check costs less than writing each.
  if private.trimmed(new.name) <> new.name or private.trimmed(new.email) <> new.email
    or private.trimmed(new.linkedin) <> new.linkedin or private.trimmed(new.sectors) <> new.sectors
  then
    new.name := private.trimmed(new.name);
    new.email := private.trimmed(new.email);
    new.linkedin := private.trimmed(new.linkedin);
    new.sectors := private.trimmed(new.sectors);
  end if;
  new.linkedin_profile := private.plain_profile(new.linkedin);
  if new.linkedin_profile is null then
    new.linkedin := private.profile_alone(new.linkedin);
    new.linkedin_profile := private.linkedin_profile(new.linkedin);
  end if;
  if headers ? 'x-first-touch' then
    new.first_touch := private.first_touch(headers ->> 'x-first-touch');
    new.source := lower(coalesce(new.first_touch ->> 'source', new.first_touch ->> 'referrer', 'direct'));
  end if;
  -- All lookups in one query, because starting a query costs more than its work.
  select i.is_closed,
         coalesce((select q.version from public.question_sets q order by q.version desc limit 1), 1),
         exists (
           select from public.applications a
            where a.archived_at is null and a.email_confirmed_at is null and a.status = 'submitted'
              and a.created_at < now() - interval '7 days'
         )
    into is_closed, newest_questions, has_expired
    from private.intake i;
  if request is not null then
    new.questions_version := newest_questions;
  end if;
  if has_expired then
    perform private.make_room(new.email, new.linkedin_profile);
  end if;
  if headers is null then
    return new;
  end if;
  if headers ->> 'x-questions-version' <> newest_questions::text then
    -- The version that a visitor says they read, where it is known.
    select coalesce(max(q.version), newest_questions) into new.questions_version
      from public.question_sets q
     where q.version = substring(headers ->> 'x-questions-version' from '^[0-9]{1,6}$')::integer;
  end if;
  if is_second then
    is_second := exists (
      select from public.applications a
       where a.archived_at is null and a.email_confirmed_at is null and a.status = 'submitted'
         and a.created_at = now() and a.xmin = pg_current_xact_id_if_assigned()::xid
    );
  end if;
  -- A visitor's request inserts one row. A list would let one request carry many people's e-mails, and tell apart those that have
  -- applied without storing anything. That is why the second row is refused here and not by a trigger that counts them afterwards.
  if is_second and nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' is distinct from 'service_role' then
    raise check_violation using
      schema = 'public', table = 'applications', constraint = 'applications_one_row',
      message = 'new rows for relation "applications" violate check constraint "applications_one_row"';
  end if;
  if headers ->> 'x-application-key' ~ '^[0-9a-f]{64}$' then
    new.form_key := decode(headers ->> 'x-application-key', 'hex');
    -- The questions are all true by applications_questions_check.
    new.form_digest := sha256(convert_to(jsonb_build_array(new.name, new.email, new.linkedin, new.sectors)::text, 'UTF8'));
    if private.is_known_form(new, headers ->> 'x-application-key') then
      return null;
    end if;
  end if;
  -- After the above, so that an application from before the closing is answered with 201 again.
  if is_closed then
    perform private.refuse_while_closed();
  end if;
  return new;
end
$$;

create trigger receive_application
  before insert on public.applications
  for each row execute function private.receive_application();
