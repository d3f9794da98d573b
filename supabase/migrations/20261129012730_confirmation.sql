-- On the floor `intake`.
-- The confirmation of the e-mail address, its mail, and what a sender may do with the key of the form before it. Applications
-- without a confirmation within private.confirmation_period (*_submissions.sql) are archived.

-- For operators and schedulers. Archives every application that stayed unconfirmed for too long and returns their number.
-- A locked one waits for the next call, because waiting for several rows in any order could deadlock.
create function public.archive_unconfirmed_applications() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  released bigint;
begin
  update public.applications a
     set archived_at = now()
    from (
      select e.id from public.applications e
       where e.archived_at is null and e.email_confirmed_at is null and e.status = 'submitted'
         and e.created_at < now() - private.confirmation_period() and private.is_present(e.erasing_at)
         for update skip locked
    ) expired
   where a.id = expired.id;
  get diagnostics released = row_count;
  return released;
end
$$;

-- Keeps the application's summary of its latest confirmation mail. A mail that the mail server's absence held up is
-- being retried too, though it has spent no try.
create function private.record_confirmation_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  noted constant text := case
    when new.state = 'due' and (new.attempts > 0 or new.last_error is not null) then 'retrying'
    when new.state = 'due' then 'sending'
    when new.state = 'dropped' then 'none'
    when new.state = 'held' then 'failed'
    else new.state::text
  end;
begin
  -- A claim changes nothing here. This check costs a fraction of an update that finds nothing.
  if exists (select from public.applications a where a.id = new.application_id and a.confirmation_mail <> noted) then
    update public.applications set confirmation_mail = noted where id = new.application_id;
  end if;
  return null;
end
$$;

create trigger record_confirmation_mail
  after insert or update of state on private.messages
  for each row when (new.kind = 'confirmation')
  execute function private.record_confirmation_mail();

-- Returns true if an application may get another confirmation mail, at most five. A permanently failed one was not delivered
-- and does not count.
create function private.may_mail_confirmation(of_application uuid) returns boolean
language sql stable set search_path = ''
as $$
  select count(*) < 5
    from private.messages m
   where m.application_id = of_application and m.kind = 'confirmation' and m.state <> 'failed'
$$;

-- Makes the confirmation mail of one application due, whose row the caller has locked, at most one per `pause`, which begins
-- with the request, as the page counts it. A mail that waits for a retry becomes due instead of another, unless its last try
-- began within the `pause`. Returns 'queued', 'too_soon' or 'too_many'.
create function private.queue_confirmation_mail(of_application uuid, pause interval default '1 minute') returns text
language plpgsql
as $$
declare
  latest timestamptz;
  under_way boolean;
begin
  select max(created_at), coalesce(bool_or(state in ('due', 'sending')), false)
    into latest, under_way
    from private.messages
   where application_id = of_application and kind = 'confirmation';
  if latest > now() - pause then
    return 'too_soon';
  end if;
  if under_way then
    update private.messages
       set due_at = least(due_at, now())
     where application_id = of_application and kind = 'confirmation' and state = 'due'
       and coalesce(claimed_at, '-infinity') <= now() - pause;
  elsif not private.may_mail_confirmation(of_application) then
    return 'too_many';
  else
    insert into private.messages (application_id, kind) values (of_application, 'confirmation');
  end if;
  return 'queued';
end
$$;

-- The same for an application whose row is locked here. Returns also 'confirmed', and 'unknown' for one that is archived or
-- gone.
create function private.resend_confirmation(of_application uuid, pause interval default '1 minute') returns text
language plpgsql
as $$
declare
  is_confirmed boolean;
  outcome text;
begin
  select a.email_confirmed_at is not null into is_confirmed
    from public.applications a
   where a.id = of_application and a.archived_at is null and private.is_present(a.erasing_at)
     for update;
  outcome := case
    when is_confirmed is null then 'unknown'
    when is_confirmed then 'confirmed'
    else private.queue_confirmation_mail(of_application, pause)
  end;
  if outcome = 'queued' then
    perform pg_notify('mails', '');
  end if;
  return outcome;
end
$$;

-- For operators. Queues an application's confirmation mail at once. Returns true if there is now a mail to send.
create function public.resend_confirmation_mail(application_id uuid) returns boolean
language sql security definer set search_path = ''
as $$
  select private.resend_confirmation(application_id, '0') = 'queued'
$$;

-- Queues the confirmation mail of applicants who never requested it, two minutes after they applied and within a day.
create function private.queue_unsent_confirmations() returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.messages (application_id, kind)
  select a.id, 'confirmation'
    from public.applications a
   where a.archived_at is null and a.email_confirmed_at is null and a.status = 'submitted'
     and a.created_at between now() - interval '1 day' and now() - interval '2 minutes'
     and a.confirmation_mail = 'none' and private.is_present(a.erasing_at)
   order by a.created_at
   limit 20
     for update skip locked;
end
$$;

-- Confirms by the link in the confirmation mail (contract P7.3). `application_id` is the link's secret. It is idempotent,
-- and all other texts get the same answer, except that "waiting" is false for an applicant who waits for no answer, and
-- "has_evidence" true for one who has shown something. The link reads no more of it, because a new link to the applicant's
-- page does not end it. An application that was archived after seven days is restored unless another one has its e-mail or
-- profile.
create function public.confirm_email(application_id text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_application uuid;
  already boolean;
begin
  select a.id, a.email_confirmed_at is not null
    into of_application, already
    from private.applicant_links l
    join public.applications a on a.id = l.application_id
   where l.secret_hash = private.secret_hash(confirm_email.application_id) and l.purpose = 'confirm'
     and private.is_present(a.erasing_at)
     -- The link too, because a correction of the address may have ended it while this waited.
     for update of a, l;
  if of_application is null then
    return jsonb_build_object('success', false, 'message', 'This confirmation link is not valid. Please use the link in our latest email.');
  end if;

  if not already then
    begin
      update public.applications set email_confirmed_at = now(), archived_at = null where id = of_application;
    exception when unique_violation then
      return jsonb_build_object('success', false, 'message', 'This confirmation link has expired, and there is a newer application.');
    end;
    update private.messages m
       set state = 'dropped'
     where m.application_id = of_application and m.kind = 'confirmation' and m.state = 'due';
    insert into private.messages (application_id, kind) values (of_application, 'lab');
    -- The first link to the applicant's page.
    perform private.queue_applicant_mail(of_application, 'confirmed');
    perform pg_notify('mails', '');
  end if;
  return (
    select jsonb_build_object('success', true, 'message', 'Your email has been confirmed.')
           || case when private.awaits_answer(a) then '{}' else '{"waiting": false}' end::jsonb
           || case when exists (select from public.application_evidence e where e.application_id = a.id)
                then '{"has_evidence": true}' else '{}' end::jsonb
      from public.applications a where a.id = of_application
  );
end
$$;

create function private.application_of_form(key text) returns uuid
language sql stable
as $$
  select a.id from public.applications a where a.form_key = private.secret_hash(key)
$$;

-- For the applicant with the form's key, before the e-mail is confirmed. Sends the confirmation mail again. Returns
-- {"outcome": "queued" | "too_soon" | "too_many" | "confirmed" | "unknown"}.
create function public.my_confirmation_resend(application_key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_requests('confirmation_mail');
  return jsonb_build_object('outcome', private.resend_confirmation(private.application_of_form(application_key)));
end
$$;

-- For the applicant with the form's key, before the e-mail is confirmed and at most twice. Changes the e-mail. Links to
-- the former one stop working, and the new one is mailed at once, if private.may_mail_confirmation. Returns {"outcome":
-- "corrected" | "duplicate" | "invalid" | "too_many" | "confirmed" | "unknown"}. It counts as an application, because
-- 'duplicate' reveals as much.
create function public.my_email_correct(application_key text, email text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  application public.applications;
begin
  perform private.limit_requests('correction');
  select a.* into application
    from public.applications a
   where a.id = private.application_of_form(application_key) and a.archived_at is null
     and private.is_present(a.erasing_at)
     for update;
  if application.id is null then
    return '{"outcome": "unknown"}';
  elsif application.email_confirmed_at is not null then
    return '{"outcome": "confirmed"}';
  elsif private.email_key(private.trimmed(my_email_correct.email)) = private.email_key(application.email) then
    return '{"outcome": "corrected"}';
  elsif application.email_corrections >= 2 or not private.may_mail_confirmation(application.id) then
    return '{"outcome": "too_many"}';
  end if;

  perform private.make_room(private.trimmed(my_email_correct.email), null);
  begin
    update public.applications a
       set email = my_email_correct.email, email_corrections = a.email_corrections + 1
     where a.id = application.id;
  exception
    when unique_violation then
      return '{"outcome": "duplicate"}';
    -- Uncaught, PostgreSQL's error would list the whole row.
    when check_violation or not_null_violation then
      return '{"outcome": "invalid"}';
  end;
  -- The former address is among the person's words when the application is erased.
  perform private.record_event(application.id, 'applicant', jsonb_build_object(
    'action', 'corrected', 'before', jsonb_build_object('email', application.email),
    'after', jsonb_build_object('email', private.trimmed(my_email_correct.email))));
  delete from private.applicant_links l where l.application_id = application.id and l.purpose = 'confirm';
  update private.messages m set state = 'dropped'
   where m.application_id = application.id and m.kind = 'confirmation' and m.state in ('due', 'sending', 'held');
  -- A decision that was mailed to the former address counts as returned.
  update private.messages m set bounced_at = now()
   where m.application_id = application.id and m.kind = 'review' and m.state in ('sending', 'sent');
  perform private.record_answers(array[application.id]);
  insert into private.messages (application_id, kind) values (application.id, 'confirmation');
  perform pg_notify('mails', '');
  return '{"outcome": "corrected"}';
end
$$;

-- Puts an unconfirmed application's confirmation mail in the queue again, within the limits that hold for everyone.
create function public.review_confirmation_resend(application_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  outcome text;
begin
  perform private.demand('reviewer');
  outcome := private.resend_confirmation(review_confirmation_resend.application_id);
  if outcome = 'too_soon' then
    perform private.refuse(429, 'too_soon', 'A confirmation was requested less than a minute ago. Try again in a minute.');
  elsif outcome = 'queued' then
    perform private.log_access('confirmation_resent', review_confirmation_resend.application_id);
  end if;
  return outcome = 'queued';
end
$$;

grant execute on function public.archive_unconfirmed_applications, public.resend_confirmation_mail to service_role;
grant execute on function public.confirm_email, public.my_confirmation_resend, public.my_email_correct to anon,
  authenticated, service_role;
grant execute on function public.review_confirmation_resend to authenticated;
