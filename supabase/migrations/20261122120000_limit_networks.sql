-- A stranger spends only their own allowance: applications are counted by the caller's address alone, never by an e-mail
-- that was not shown to be the caller's, and a visitor's INSERT holds one row.

-- An e-mail can be taken once in any case, so that a counter by e-mail stops only people it does not belong to.
alter table private.brakes
  drop column per_email,
  drop column email_window,
  -- For all callers of a /24 or /48 together, in address_window: high enough for an office.
  add column per_network integer not null default 100
    constraint brakes_per_network_check check (per_network > 0);

-- The address that a person's network is known by: an IPv6 household has a whole /64. Ports, brackets and zones belong
-- to the way and not to the caller; a mapped address is the IPv4 address in it. Null when it is none.
create or replace function private.network_of(address text) returns text
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

-- The network around what network_of answers, which may hold many callers: a /24 or a /48.
create function private.wider_network_of(network text) returns text
language sql immutable strict set search_path = ''
as $$
  select network(set_masklen(network::inet, case family(network::inet) when 6 then 48 else 24 end))::text
$$;

-- Counts one application of an address and, while that address has any left, of the network around it; answers the
-- seconds until it may try again, zero or less when it may now. Callers without an address share one network's allowance.
create function private.count_address(address text) returns double precision
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  brakes private.brakes;
  network text := private.network_of(address);
  seconds double precision := 0;
begin
  select * into brakes from private.brakes;
  if network is not null then
    seconds := private.count_attempt('address ' || network, brakes.per_address, brakes.address_window);
  end if;
  if seconds <= 0 then
    seconds := private.count_attempt(
      coalesce('network ' || private.wider_network_of(network), 'no network'),
      greatest(brakes.per_network, brakes.per_address), brakes.address_window);
  end if;
  return seconds;
end
$$;

create or replace function private.refuse_too_many(seconds double precision) returns void
language plpgsql set search_path = ''
as $$
declare
  whole integer := greatest(1, ceil(seconds));
begin
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

create or replace function private.brake_application() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  headers jsonb := current_setting('request.headers')::jsonb;
  brakes private.brakes;
  elapsed text := headers ->> 'x-application-elapsed';
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

  seconds := private.count_address(coalesce(
    headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1)));
  if seconds > 0 then
    perform private.refuse_too_many(seconds);
  end if;

  delete from private.application_attempts
   where subject in (
     select a.subject from private.application_attempts a
      where a.since < now() - brakes.address_window
      order by a.since limit 4 for update skip locked
   );
  return new;
end
$$;

-- Counts an application that a rule of the table refused, after its transaction took everything back: a caller who
-- tries out which addresses have applied is limited like all others. Our server calls it; on Supabase nothing does.
drop function private.count_failed_application(text, text, text);
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
  perform private.count_address(address);
end
$$;

-- A visitor's INSERT holds one row. A list would let one request carry many people's e-mails, and tell apart those that
-- have applied without storing anything.
create function private.refuse_several_applications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' is distinct from 'service_role'
    and (select count(*) > 1 from (select from added limit 2) as two)
  then
    raise check_violation using
      schema = 'public', table = 'applications', constraint = 'applications_one_row',
      message = 'new rows for relation "applications" violate check constraint "applications_one_row"';
  end if;
  return null;
end
$$;

create trigger refuse_several_applications
  after insert on public.applications referencing new table as added
  for each statement when (current_setting('request.headers', true) <> '')
  execute function private.refuse_several_applications();

revoke all on function private.network_of(text), private.wider_network_of(text), private.count_address(text),
  private.refuse_too_many(double precision), private.brake_application(),
  private.count_failed_application(text, text), private.refuse_several_applications()
  from public, anon, authenticated;
