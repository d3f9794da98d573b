-- The authority of a form's sender before its e-mail is confirmed: the form makes a random key, sends the key's
-- SHA-256 with the INSERT (header x-application-key) and later shows the key itself. A repeated INSERT is no duplicate.

alter table public.applications
  add column form_key bytea,
  add column form_digest bytea,
  add column email_corrections smallint not null default 0;

-- Partial: most lookups of it are those of a form that is sent the first time, and an application without a key is in no one's way.
create unique index applications_form_key on public.applications (form_key) where form_key is not null;

-- Mails to an address that was corrected: their links no longer confirm.
alter table public.application_mails add column revoked_at timestamptz;

-- What was sent, as it is stored; the questions are all true by applications_questions_check.
create function private.form_digest(name text, email text, linkedin text, sectors text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(jsonb_build_array(name, email, linkedin, sectors)::text, 'UTF8'))
$$;

-- Keeps the hash of the form's key. The same key with the same values is the same application, whose first answer was
-- lost: nothing is stored and the INSERT is answered 201. The same key with other values is refused, 409.
create function private.recognise_form() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  key text := current_setting('request.headers')::jsonb ->> 'x-application-key';
  known bytea;
begin
  if key is null or key !~ '^[0-9a-f]{64}$' then
    return new;
  end if;
  new.form_key := decode(key, 'hex');
  new.form_digest := private.form_digest(new.name, new.email, new.linkedin, new.sectors);
  -- A form sent twice at once: the second waits here for the first, and then sees it.
  perform pg_advisory_xact_lock(('x' || left(key, 16))::bit(64)::bigint);
  select a.form_digest into known from public.applications a where a.form_key = new.form_key;
  if known = new.form_digest then
    return null;
  elsif known is not null then
    perform private.refuse(409, 'application_key_used', 'This form was sent before with other answers. Reload the page and send it again.');
  end if;
  return new;
end
$$;

-- After prepare_application, in the order of names: what is compared is what is stored.
create trigger recognise_form
  before insert on public.applications
  for each row when (current_setting('request.headers', true) <> '')
  execute function private.recognise_form();

-- The application whose form made this key; null for a key that is unknown.
create function private.application_of_form(key text) returns uuid
language sql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
  select a.id from public.applications a where a.form_key = sha256(convert_to(key, 'UTF8'))
$$;

-- The address a request came from, as abuse protection counts it; null when none is told.
create function private.request_address() returns text
language sql stable set search_path = ''
as $$
  select coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1))
    from (select nullif(current_setting('request.headers', true), '')::jsonb) as request (headers)
$$;

-- As before; the address is the request's.
create or replace function private.brake_application() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
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

  seconds := private.count_address(private.request_address());
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

-- Counts one request for a mail and refuses it with 429 when its network asked twice as often as it may apply.
create function private.limit_mail_requests(client text) returns void
language plpgsql set search_path = ''
as $$
declare
  brakes private.brakes;
  network text := private.network_of(client);
  seconds double precision;
begin
  if network is null or current_setting('solostead.limits', true) = 'off' then
    return;
  end if;
  select * into brakes from private.brakes;
  seconds := private.count_attempt('mail ' || network, 2 * brakes.per_address, brakes.address_window);
  if seconds > 0 then
    perform private.refuse_too_many(seconds);
  end if;
end
$$;

-- As before; the limit has a function of its own.
create or replace function public.ask_for_confirmation_mail(email text, client text default null) returns boolean
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  perform private.limit_mail_requests(client);
  insert into private.asked_mails (email) values (ask_for_confirmation_mail.email);
  return (select b.opened_at is null from private.mail_breaker b);
end
$$;

-- As before; it answers what became of the wish: 'queued', 'too_soon' (one mail a minute) or 'too_many' (five in all).
drop function private.queue_confirmation_mail(uuid);
create function private.queue_confirmation_mail(of_application uuid) returns text
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  counted integer;
  latest timestamptz;
  under_way boolean;
begin
  select count(*) filter (where state <> 'failed'),
         max(coalesce(claimed_at, created_at)) filter (where revoked_at is null),
         coalesce(bool_or(state in ('due', 'sending') and revoked_at is null), false)
    into counted, latest, under_way
    from public.application_mails
   where application_id = of_application and kind = 'confirmation';
  if latest > now() - interval '1 minute' then
    return 'too_soon';
  end if;
  if under_way then
    update public.application_mails
       set due_at = least(due_at, now())
     where application_id = of_application and kind = 'confirmation' and state = 'due';
    return 'queued';
  end if;
  if counted >= 5 then
    return 'too_many';
  end if;
  insert into public.application_mails (application_id, kind) values (of_application, 'confirmation');
  return 'queued';
end
$$;

-- For the applicant with the form's key, before the e-mail is confirmed: sends the confirmation mail again. Answers
-- {"outcome": "queued" | "too_soon" | "too_many" | "confirmed" | "unknown"}.
create function public.resend_my_confirmation(application_key text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  found_id uuid;
  is_confirmed boolean;
  outcome text := 'unknown';
begin
  perform private.limit_mail_requests(private.request_address());
  select a.id, a.email_confirmed_at is not null into found_id, is_confirmed
    from public.applications a
   where a.id = private.application_of_form(application_key) and a.archived_at is null
     for update;
  if is_confirmed then
    outcome := 'confirmed';
  elsif found_id is not null then
    outcome := private.queue_confirmation_mail(found_id);
    perform pg_notify('application_mails', '');
  end if;
  return jsonb_build_object('outcome', outcome);
end
$$;

-- For the applicant with the form's key, before the e-mail is confirmed and at most twice: another e-mail. Links that
-- went to the former one confirm nothing any more; the new one is mailed at once, within the five mails in all.
-- Answers {"outcome": "corrected" | "duplicate" | "invalid" | "too_many" | "confirmed" | "unknown"}; counted as an
-- application is, for 'duplicate' tells as much as one.
create function public.correct_my_email(application_key text, email text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  application public.applications;
  seconds double precision;
begin
  if current_setting('solostead.limits', true) is distinct from 'off' then
    seconds := private.count_address(private.request_address());
    if seconds > 0 then
      perform private.refuse_too_many(seconds);
    end if;
  end if;
  select a.* into application
    from public.applications a
   where a.id = private.application_of_form(application_key) and a.archived_at is null
     for update;
  if application.id is null then
    return '{"outcome": "unknown"}';
  elsif application.email_confirmed_at is not null then
    return '{"outcome": "confirmed"}';
  elsif lower(private.trimmed(correct_my_email.email) collate "C") = lower(application.email collate "C") then
    return '{"outcome": "corrected"}';
  elsif application.email_corrections >= 2 or (
    select count(*) >= 5 from public.application_mails m
     where m.application_id = application.id and m.kind = 'confirmation' and m.state <> 'failed'
  ) then
    return '{"outcome": "too_many"}';
  end if;

  perform private.make_room(private.trimmed(correct_my_email.email), null);
  begin
    update public.applications a
       set email = correct_my_email.email, email_corrections = a.email_corrections + 1
     where a.id = application.id;
  exception
    when unique_violation then
      return '{"outcome": "duplicate"}';
    when check_violation then
      return '{"outcome": "invalid"}';
  end;
  update public.application_mails m
     set revoked_at = now(), state = case when m.state in ('due', 'sending') then 'dropped' else m.state end
   where m.application_id = application.id and m.kind = 'confirmation' and m.revoked_at is null;
  insert into public.application_mails (application_id, kind) values (application.id, 'confirmation');
  perform pg_notify('application_mails', '');
  return '{"outcome": "corrected"}';
end
$$;

-- As before; a link that went to an address that was corrected is not valid.
create or replace function public.confirm_email(application_id text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  of_application uuid;
  already boolean;
begin
  select a.id, a.email_confirmed_at is not null
    into of_application, already
    from public.application_mails m
    join public.applications a on a.id = m.application_id
   where m.kind = 'confirmation' and m.revoked_at is null
     and m.id = case
       when confirm_email.application_id ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'
       then confirm_email.application_id::uuid
     end
     for update of a;
  if of_application is null then
    return jsonb_build_object('success', false, 'message', 'This confirmation link is not valid. Please use the link in our latest email.');
  end if;

  if not already then
    begin
      update public.applications set email_confirmed_at = now(), archived_at = null where id = of_application;
    exception when unique_violation then
      return jsonb_build_object('success', false, 'message', 'This confirmation link has expired, and there is a newer application.');
    end;
    update public.application_mails m
       set state = 'dropped'
     where m.application_id = of_application and m.kind = 'confirmation' and m.state = 'due';
    insert into public.application_mails (application_id, kind) values (of_application, 'lab');
    perform pg_notify('application_mails', '');
  end if;
  return jsonb_build_object('success', true, 'message', 'Your email has been confirmed.');
end
$$;

revoke all on function private.form_digest(text, text, text, text), private.recognise_form(),
  private.application_of_form(text), private.request_address(), private.limit_mail_requests(text),
  private.queue_confirmation_mail(uuid), public.resend_my_confirmation(text), public.correct_my_email(text, text)
  from public, anon, authenticated;
grant execute on function public.resend_my_confirmation(text), public.correct_my_email(text, text)
  to anon, authenticated, service_role;
