-- Abuse protection of the form: rate limits, honeypot, minimum time and proof of work. Applicants notice none of
-- it; a bot that skips the form meets the same rules, because they are checked here, on what travels in the
-- INSERT's headers.
--
-- WHAT THE FORM SENDS (all headers optional unless proof of work is switched on):
--   x-application-elapsed  whole milliseconds since the dialog opened. The form itself waits until 2000 are over; less
--                          is refused.
--   x-application-trap     what stands in the hidden field. Anything but nothing is refused.
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

-- Checks one application that came in a request; the service role is exempt. It runs with the settings of
-- private.receive_application (43_applicants), which calls it.
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

-- Counts an application that a rule of the table refused, after its transaction took everything back: a caller who
-- tries out which addresses have applied is limited like all others. Our server calls it; on Supabase nothing does.
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

-- A visitor's INSERT holds one row. A list would let one request carry many people's e-mails, and tell apart those
-- that have applied without storing anything.
create function private.refuse_second_application() returns void
language plpgsql
as $$
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' is distinct from 'service_role' then
    raise check_violation using
      schema = 'public', table = 'applications', constraint = 'applications_one_row',
      message = 'new rows for relation "applications" violate check constraint "applications_one_row"';
  end if;
end
$$;

revoke all on function private.brake_application(jsonb), private.count_failed_application(text, text),
  private.refuse_second_application()
  from public, anon, authenticated;
