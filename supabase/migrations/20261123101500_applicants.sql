-- The authority of the sender of a form before its e-mail is confirmed (the screens: site/src/application). The form makes
-- a random key, sends the key's SHA-256 in the header x-application-key with the INSERT, whose body keeps its eleven
-- keys, and later shows the key itself.

-- What was sent, as it is stored; the questions are all true by applications_questions_check.
create function private.form_digest(name text, email text, linkedin text, sectors text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(jsonb_build_array(name, email, linkedin, sectors)::text, 'UTF8'))
$$;

-- Whether an application came with this form's key before. The same key with the same values is the same application, whose
-- first answer was lost: nothing is stored and the INSERT is answered 201. The same key with other values is refused, 409.
create function private.is_known_form(application public.applications, key text) returns boolean
language plpgsql
as $$
declare
  known bytea;
begin
  -- A form sent twice at once: the second waits here for the first, and then sees it. Locks of two numbers are apart from
  -- those of one, so that no key of a caller's choice waits for an erasure.
  perform pg_advisory_xact_lock(1, ('x' || left(key, 8))::bit(32)::integer);
  select a.form_digest into known from public.applications a where a.form_key = application.form_key;
  if known <> application.form_digest then
    perform private.refuse(409, 'application_key_used', 'This form was sent before with other answers. Reload the page and send it again.');
  end if;
  return known is not null;
end
$$;

-- What a new application meets before it is stored, in one trigger: each one that runs with rights and settings of its own
-- costs as much as an index. Only requests are limited, and none where the server was started with LIMITS=off: it says so in
-- a setting of its own connections, which no client can reach. What is compared with a former form is what is stored.
create function private.receive_application() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  request constant text := current_setting('request.headers', true);
  headers constant jsonb := nullif(request, '')::jsonb;
  statement text := statement_timestamp();
  is_closed boolean;
  newest_questions integer;
  has_expired boolean;
begin
  if new.status <> 'submitted' then
    new.first_status := new.status;
  end if;
  if headers is not null and current_setting('solostead.limits', true) is distinct from 'off' then
    perform private.brake_application(headers);
  end if;
  -- Most come as they are stored: asking all at once costs less than writing each.
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
  -- All that is looked up, in one query: each costs more to begin than to answer.
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
    new.questions_version := private.known_questions(headers ->> 'x-questions-version', newest_questions);
  end if;
  if current_setting('solostead.application_of', true) = statement then
    perform private.refuse_second_application();
  end if;
  -- An assignment, for PERFORM runs a query.
  statement := set_config('solostead.application_of', statement, true);
  if headers ->> 'x-application-key' ~ '^[0-9a-f]{64}$' then
    new.form_key := decode(headers ->> 'x-application-key', 'hex');
    new.form_digest := private.form_digest(new.name, new.email, new.linkedin, new.sectors);
    if private.is_known_form(new, headers ->> 'x-application-key') then
      return null;
    end if;
  end if;
  -- After the above: an application that was taken before the closing is answered 201 again.
  if is_closed then
    perform private.refuse_while_closed();
  end if;
  return new;
end
$$;

create trigger receive_application
  before insert on public.applications
  for each row execute function private.receive_application();

-- The application whose form made this key; null for a key that is unknown.
create function private.application_of_form(key text) returns uuid
language sql stable
as $$
  select a.id from public.applications a where a.form_key = sha256(convert_to(key, 'UTF8'))
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
  perform private.limit_requests('mail', 2);
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
begin
  perform private.limit_requests('application', 1);
  select a.* into application
    from public.applications a
   where a.id = private.application_of_form(application_key) and a.archived_at is null
     for update;
  if application.id is null then
    return '{"outcome": "unknown"}';
  elsif application.email_confirmed_at is not null then
    return '{"outcome": "confirmed"}';
  elsif private.email_key(private.trimmed(correct_my_email.email)) = private.email_key(application.email) then
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

revoke all on function private.form_digest(text, text, text, text),
  private.is_known_form(public.applications, text), private.receive_application(),
  private.application_of_form(text), public.resend_my_confirmation(text), public.correct_my_email(text, text)
  from public, anon, authenticated;
grant execute on function public.resend_my_confirmation(text), public.correct_my_email(text, text)
  to anon, authenticated, service_role;
