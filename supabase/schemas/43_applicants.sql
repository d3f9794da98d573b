-- The authority of the sender of a form before its e-mail is confirmed (the screens: site/src/application). The form makes
-- a random key, sends the key's SHA-256 in the header x-application-key with the INSERT, whose body keeps its eleven
-- keys, and later shows the key itself.

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
  if key ~ '^[0-9a-f]{64}$' then
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
  end if;
  -- After the above: an application that was taken before the closing is answered 201 again.
  if (select i.is_closed from private.intake i where i.only_row) then
    perform private.refuse_while_closed();
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

revoke all on function private.form_digest(text, text, text, text), private.recognise_form(),
  private.application_of_form(text), public.resend_my_confirmation(text), public.correct_my_email(text, text)
  from public, anon, authenticated;
grant execute on function public.resend_my_confirmation(text), public.correct_my_email(text, text)
  to anon, authenticated, service_role;
