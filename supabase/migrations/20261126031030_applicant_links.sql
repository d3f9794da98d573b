-- Applicants return with the key of the form, then with the links to their page.

-- Returns the application whose form created this key, or null.
create function private.application_of_form(key text) returns uuid
language sql stable
as $$
  select a.id from public.applications a where a.form_key = sha256(convert_to(key, 'UTF8'))
$$;

-- For the applicant with the form's key, before the e-mail is confirmed. Sends the confirmation mail again. Returns
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
  perform private.limit_requests('confirmation_mail');
  select a.id, a.email_confirmed_at is not null into found_id, is_confirmed
    from public.applications a
   where a.id = private.application_of_form(application_key) and a.archived_at is null
     and private.is_present(a.erasing_at)
     for update;
  if is_confirmed then
    outcome := 'confirmed';
  elsif found_id is not null then
    outcome := private.queue_confirmation_mail(found_id);
    perform pg_notify('mails', '');
  end if;
  return jsonb_build_object('outcome', outcome);
end
$$;

-- For the applicant with the form's key, before the e-mail is confirmed and at most twice. Changes the e-mail. Links to
-- the former one stop working, and the new one is mailed at once, within the five mails in all. Returns {"outcome":
-- "corrected" | "duplicate" | "invalid" | "too_many" | "confirmed" | "unknown"}. It counts as an application, because
-- 'duplicate' reveals as much.
create function public.correct_my_email(application_key text, email text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
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
  elsif private.email_key(private.trimmed(correct_my_email.email)) = private.email_key(application.email) then
    return '{"outcome": "corrected"}';
  elsif application.email_corrections >= 2 or (
    select count(*) >= 5 from private.mails m
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
    -- Uncaught, PostgreSQL's error would list the whole row.
    when check_violation or not_null_violation then
      return '{"outcome": "invalid"}';
  end;
  update private.mails m
     set revoked_at = now(), state = case when m.state in ('due', 'sending') then 'dropped' else m.state end
   where m.application_id = application.id and m.kind = 'confirmation' and m.revoked_at is null;
  insert into private.mails (application_id, kind) values (application.id, 'confirmation');
  perform pg_notify('mails', '');
  return '{"outcome": "corrected"}';
end
$$;

-- The links to an applicant's page. Each has a secret, of which only the hash is stored. It is created when its mail is
-- claimed, so no queue and no log contains it. A link allows everything that the page does. Its purpose decides how long it
-- works. `page` is in the mails about the application. `return` was requested, and opening it ends the others. `take_back` is
-- in the mail about an erasure, and no other link ends it.

create table private.application_links (
  secret_hash bytea constraint application_links_pkey primary key,
  application_id uuid not null
    constraint application_links_application_id_fkey references public.applications (id) on delete cascade,
  -- The mail of the link. A retry creates another link.
  mail_id uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  purpose text not null default 'page'
    constraint application_links_purpose_check check (purpose in ('page', 'return', 'take_back'))
);

create index application_links_application_idx on private.application_links (application_id, made_at);

-- An applicant's withdrawal. It can be undone within a minute, and stays as the source of the page's status.
create table public.applicant_requests (
  application_id uuid not null
    constraint applicant_requests_application_id_fkey references public.applications (id) on delete cascade,
  kind text not null
    constraint applicant_requests_kind_check check (kind = 'withdraw'),
  asked_at timestamptz not null default clock_timestamp(),
  constraint applicant_requests_pkey primary key (application_id, kind)
);

revoke all on table public.applicant_requests from public, anon, authenticated;
grant select on table public.applicant_requests to service_role;

alter table public.applicant_requests enable row level security;

-- Creates a secret of 244 random bits for an application whose row the caller has locked. Ten links are valid, and the
-- eleventh ends the oldest.
create function private.make_link(of_application uuid, of_mail uuid, purpose text default 'page') returns text
language plpgsql
as $$
declare
  bytes constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  secret constant text := translate(encode(bytes, 'base64'), '+/=', '-_');
begin
  -- The link of a try that did not leave takes no place of one that did.
  delete from private.application_links l where l.application_id = of_application and l.mail_id = of_mail;
  insert into private.application_links (secret_hash, application_id, mail_id, purpose)
  values (sha256(convert_to(secret, 'UTF8')), of_application, of_mail, make_link.purpose);
  delete from private.application_links l
   where l.application_id = of_application and l.purpose <> 'take_back' and l.secret_hash not in (
     select newest.secret_hash from private.application_links newest
      where newest.application_id = of_application and newest.purpose <> 'take_back'
      order by newest.made_at desc limit 10
   );
  return secret;
end
$$;

-- A new link that is opened ends the others. Until then they work, because anyone can ask for a new one by address.
create function private.end_former_links(secret text) returns void
language sql
as $$
  delete from private.application_links former
   using private.application_links l
   where l.secret_hash = sha256(convert_to(secret, 'UTF8')) and l.purpose = 'return'
     and former.application_id = l.application_id and former.made_at < l.made_at and former.purpose <> 'take_back'
$$;

-- Returns the application of a link, or null for a link that is unknown or has ended, or whose application is erased, due to
-- be, or being erased by an owner.
create function private.application_of_link(secret text) returns uuid
language sql stable
as $$
  select l.application_id
    from private.application_links l
    join public.applications a on a.id = l.application_id
   where l.secret_hash = sha256(convert_to(secret, 'UTF8'))
     and (private.is_present(a.erasing_at) or (a.erase_reason = 'applicant' and a.erasing_at > clock_timestamp()))
$$;

-- Returns the application of a link, locked. Every attempt is counted.
create function private.application_behind(link_secret text) returns public.applications
language plpgsql
as $$
declare
  application public.applications;
begin
  perform private.limit_requests('page');
  select a.* into application
    from public.applications a
   where a.id = private.application_of_link(link_secret)
     for update;
  return application;
end
$$;

-- Puts a mail about the page in the queue.
create function private.queue_applicant_mail(of_application uuid, topic text, due_at timestamptz default now()) returns void
language sql
as $$
  insert into private.mails (application_id, kind, topic, due_at)
  values (of_application, 'applicant', topic, due_at);
  select pg_notify('mails', '');
$$;

-- Puts a requested mail with a link in the queue, once a minute and five times a day, and none while one is held because
-- the address bounces. Returns 'mailed' or 'too_many'.
create function private.queue_new_link(of_application uuid, topic text) returns text
language plpgsql
as $$
declare
  asked integer;
  latest timestamptz;
  is_held boolean;
begin
  select count(*), max(m.created_at), bool_or(m.state = 'held' and m.topic = queue_new_link.topic) into asked, latest, is_held
    from private.mails m
   where m.application_id = of_application and m.topic in ('new_link', 'next_step', queue_new_link.topic)
     and m.state <> 'failed'
     and (m.created_at > now() - interval '1 day' or m.state = 'held');
  if is_held or latest > now() - interval '1 minute' then
    return 'mailed';
  elsif asked >= 5 then
    return 'too_many';
  end if;
  perform private.queue_applicant_mail(of_application, queue_new_link.topic);
  return 'mailed';
end
$$;

-- Queues the mail with the next step of an application whose row the caller has locked, namely the confirmation, the way to
-- take an erasure back, or the page. Nothing is mailed about an archived one, whose address may apply by the form, and none while
-- an owner's erasure can be undone.
create function private.queue_next_step(a public.applications) returns void
language plpgsql
as $$
begin
  if a.archived_at is not null or a.erase_reason = 'owner' then
    return;
  elsif a.email_confirmed_at is null then
    perform private.queue_confirmation_mail(a.id);
  else
    perform private.queue_new_link(a.id, case when private.is_present(a.erasing_at) then 'next_step' else 'erasing' end);
  end if;
end
$$;

-- For anyone. Stores a request for the next step of the application with this address. Words and time do not depend on the
-- address. Returns {"outcome": "asked" | "invalid"}.
create function public.ask_for_new_link(email text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  address constant text := private.trimmed(ask_for_new_link.email);
begin
  perform private.limit_requests('new_link');
  if private.is_email(address) is not true then
    return '{"outcome": "invalid"}';
  end if;
  insert into private.asked_mails (email, topic) values (address, 'next_step');
  perform pg_notify('mails', '');
  return '{"outcome": "asked"}';
end
$$;

-- The day by which an answer is promised.
create function private.answer_by(a public.applications) returns timestamptz
language sql stable set search_path = ''
as $$
  select private.promise_since(a.email_confirmed_at, a.waiting_since) + private.answer_time()
$$;

-- Returns the time from which an applicant may apply again, or null while their application is not over for them. A
-- withdrawn one may be sent again at once. A decline of which they were notified counts from its move, also if they withdrew
-- after it. The day begins at midnight UTC.
create function private.apply_again_from(a public.applications) returns timestamptz
language sql stable
as $$
  select case
    when a.email_confirmed_at is null or not private.is_present(a.erasing_at) then null
    when declined.at is not null
      then date_trunc('day', (declined.at at time zone 'UTC') + make_interval(months => t.reapply_months)) at time zone 'UTC'
    when a.status = 'withdrawn' then a.status_changed_at
  end
    from public.lab_terms t
   cross join lateral (
     select max(p.entered_at) as at
       from public.application_status_periods p
      where p.application_id = a.id and p.status = 'declined' and p.round = a.round
        and p.n in (a.current_period, (
          select w.previous_n from public.application_status_periods w
           where w.application_id = a.id and w.n = a.current_period and w.status = 'withdrawn'))
        and (p.notified_at is not null or exists (
          select from private.mails m
           where m.application_id = a.id and m.kind = 'review' and m.period = p.n and m.state = 'sent'
             and m.bounced_at is null))
   ) declined
$$;

-- Returns a new link to the page for a claimed mail whose application the caller has locked, and none for an unconfirmed
-- address.
create function private.link_order(mail private.mails, a public.applications) returns jsonb
language sql
as $$
  select case
    when a.email_confirmed_at is null then '{}'
    else jsonb_build_object(
      'secret', private.make_link(a.id, mail.id, case
        when mail.topic in ('new_link', 'next_step') then 'return' when mail.topic = 'erasing' then 'take_back' else 'page'
      end),
      'answer_by', private.answer_by(a))
  end
$$;

-- Returns the content of a claimed mail of the kind 'applicant' besides name and address, or null when it is no longer
-- wanted.
create function private.applicant_order(mail private.mails, a public.applications) returns jsonb
language plpgsql
as $$
declare
  allowed_at constant timestamptz := case when mail.topic = 'next_step' then private.apply_again_from(a) end;
begin
  if mail.topic = 'corrected' then
    return (
      select jsonb_build_object('topic', mail.topic, 'to', u.email, 'application_id', a.id)
        from auth.users u where u.id = a.assignee and u.email is not null
    );
  elsif a.email_confirmed_at is null
    or (mail.topic = 'erasing' and a.erase_reason is distinct from 'applicant')
    or (mail.topic = 'withdrawn' and not exists (
      select from public.applicant_requests r where r.application_id = a.id and r.kind = 'withdraw'))
  then
    return null;
  end if;
  if mail.topic = 'evidence' then
    if a.status not in ('submitted', 'in_review', 'interview') then
      return null;
    end if;
    return jsonb_build_object('topic', mail.topic, 'subject', mail.subject, 'body', mail.body)
      || private.link_order(mail, a);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
      'topic', mail.topic, 'erasing_at', a.erasing_at, 'apply_again_from', allowed_at,
      'can_apply_again', allowed_at <= clock_timestamp()))
    || private.link_order(mail, a);
end
$$;

revoke all on function public.resend_my_confirmation, public.correct_my_email, public.ask_for_new_link from public, anon,
  authenticated;
grant execute on function public.resend_my_confirmation, public.correct_my_email, public.ask_for_new_link to anon,
  authenticated, service_role;
