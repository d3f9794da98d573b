-- On the floor `intake`.
-- Abuse protection of the form: rate limits, honeypot, minimum time and proof of work. Applicants notice none of
-- it; a bot that skips the form meets the same rules, because they are checked here, on what travels in the
-- INSERT's headers.
-- docs/applying.md lists the headers and the answers.
--
-- The address counted is Cloudflare's cf-connecting-ip, else the first of x-forwarded-for: on Supabase the gateway
-- sets them; our gateway drops what clients claim and writes the address it found itself. Applications are counted
-- by address alone: an e-mail that was not shown to be the caller's says nothing about the caller. An INSERT that
-- fails takes its counts back with it. Our server then counts it by private.count_failed_application; on Supabase
-- only applications that were taken count.

-- The time in which an address can be confirmed. Texts have it from supabase/functions/_shared/contract/lab.ts.
create function private.confirmation_period() returns interval
language sql immutable parallel safe
as $$
  select interval '7 days'
$$;

-- Archives an application that stayed unconfirmed for that time and has a new applicant's e-mail or profile. It runs with
-- its callers' settings. Plans are made once for all values (planning again costs more than the whole insert) and never
-- scan the whole table, which looks cheap on the day the table is empty and a session keeps its plans.
create function private.make_room(for_email text, for_profile text) returns void
language plpgsql
as $$
begin
  if exists (
    select from public.applications a
     where case when a.archived_at is null then private.email_key(a.email) end = private.email_key(for_email)
    union all
    select from public.applications a
     where case when a.archived_at is null then a.linkedin_profile end = for_profile
  ) then
    update public.applications a
       set archived_at = now()
     where (
         case when a.archived_at is null then private.email_key(a.email) end = private.email_key(for_email)
         or case when a.archived_at is null then a.linkedin_profile end = for_profile
       )
       and a.email_confirmed_at is null and a.status = 'submitted' and a.created_at < now() - private.confirmation_period()
       and private.is_present(a.erasing_at);
  end if;
end
$$;

-- Checks one application of a request. The service role is exempt. It runs with the settings of its caller
-- private.receive_application.
create function private.limit_application(headers jsonb) returns void
language plpgsql
as $$
declare
  protection private.form_protection;
  elapsed text := headers ->> 'x-application-elapsed';
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' = 'service_role' then
    return;
  end if;
  select * into protection from private.form_protection;

  if headers ->> 'x-application-trap' <> '' then
    perform private.refuse(400, 'trap_filled', 'A field that people do not see was filled in.');
  end if;
  if elapsed is not null and (elapsed !~ '^\d{1,12}$' or elapsed::bigint < protection.min_milliseconds) then
    perform private.refuse(400, 'sent_too_fast', 'The form was sent faster than a person can fill it in.');
  end if;
  if protection.proof_of_work and not private.spend_proof(
    coalesce(headers ->> 'x-application-proof', 'null'), protection.proof_prefix
  ) then
    perform private.refuse(403, 'proof_needed', 'The form has to be sent with a solved challenge at the moment.');
  end if;

  perform private.limit_requests('application');

  delete from private.rate_counts
   where subject in (
     select c.subject from private.rate_counts c
      where c.ends_at < now()
      order by c.ends_at limit 4 for update skip locked
   );
end
$$;

-- Counts an application that was refused, after its transaction rolled back. This limits a caller who
-- tries to find out which addresses have applied. Only our server calls it, Supabase does not.
create function private.count_failed_application(address text, proof text) returns void
language plpgsql set search_path = ''
as $$
declare
  protection private.form_protection;
begin
  select * into protection from private.form_protection;
  if protection.proof_of_work and proof is not null then
    perform private.spend_proof(proof, protection.proof_prefix);
  end if;
  perform private.count_request('application', address);
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
    perform private.refuse(
      409, 'application_key_used', 'This form was sent before with other answers. Reload the page and send it again.');
  end if;
  return known is not null;
end
$$;

-- All steps before a new application is stored, in one trigger, because each trigger with its own rights and settings
-- costs as much as an index. Only requests are limited, and none where the server was started with LIMITS=off, a setting
-- of its connections that no client can reach. A repeated form is compared with the stored values.
create function private.receive_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request constant text := current_setting('request.headers', true);
  headers constant jsonb := nullif(request, '')::jsonb;
  is_closed boolean;
  newest_questions integer;
  has_expired boolean;
  -- Nothing is written before the first row of a request, so only a second one has a transaction id here.
  is_second constant boolean := pg_current_xact_id_if_assigned() is not null;
begin
  if new.status <> 'submitted' then
    new.first_status := new.status;
  end if;
  -- A visitor's request inserts one row. A list would let one request carry many people's e-mails, and tell apart those
  -- that have applied without storing anything. A second row is refused before it is counted or compared.
  if is_second and headers is not null
    and nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' is distinct from 'service_role'
    and exists (
      select from public.applications a
       where a.archived_at is null and a.email_confirmed_at is null and a.status = 'submitted'
         and a.created_at = now() and a.xmin = pg_current_xact_id_if_assigned()::xid
    )
  then
    raise check_violation using
      schema = 'public', table = 'applications', constraint = 'applications_one_row',
      message = 'new rows for relation "applications" violate check constraint "applications_one_row"';
  end if;
  if headers is not null and current_setting('solostead.limits', true) is distinct from 'off' then
    perform private.limit_application(headers);
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
              and a.created_at < now() - private.confirmation_period()
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
