-- The one queue of mails, due and sent, which are about an application, about an opening or to a member. No API role reads
-- it. Sessions keep plans from the day a table was empty, when scanning it looked cheap. These functions use indexes
-- whatever the plan's age (set enable_seqscan = off), plan once for all values (set plan_cache_mode) and compile no plan
-- (set jit = off), because a disabled plan costs so much that PostgreSQL up to 17 would compile each.

-- held while the address bounces (*_conversation.sql) or the application waits to be erased. dropped if the mail is no longer needed.
create type private.mail_state as enum ('due', 'sending', 'sent', 'failed', 'dropped', 'held');

-- stopped by a reviewer, overtaken by a later status period, undone together with its move, or not needed any more because
-- a member notified the applicant.
create type private.mail_drop_reason as enum ('stopped', 'overtaken', 'undone', 'notified');

create table private.mails (
  -- For a confirmation mail this is the id in its link, random and known only to the mail's reader.
  id uuid constraint mails_pkey primary key default gen_random_uuid(),
  kind text not null,
  -- Exactly one of the three, which the kind decides. The last is an address that waits for an opening (*_openings.sql).
  application_id uuid
    constraint mails_application_id_fkey references public.applications (id) on delete cascade,
  member_id uuid
    constraint mails_member_id_fkey references public.user_roles (user_id) on delete cascade,
  opening_request_id uuid,
  state private.mail_state not null default 'due',
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text constraint mails_last_error_check check (char_length(last_error) <= 500),
  -- The words of a mail that goes with a move, as they were when the move was made, and of one that asks for evidence.
  subject text,
  body text,
  batch_id uuid,
  -- The time its address was corrected, after which its link no longer confirms.
  revoked_at timestamptz,
  -- The topic of a mail of the kind 'applicant'.
  topic text
    constraint mails_topic_check check (topic in (
      'confirmed', 'new_link', 'next_step', 'applied_again', 'withdrawn', 'erasing', 'kept', 'corrected', 'evidence')),
  -- The day, in the lab's time zone, whose digest it is.
  day date,
  -- The status period of a mail of the kind 'review'. It is claimed only while that period is current.
  about text,
  period integer,
  -- Why a mail of the kind 'review' was dropped. An undo revives only those that a later period had overtaken.
  dropped_because private.mail_drop_reason
    constraint mails_dropped_because_check check (dropped_because is null or state = 'dropped'),
  -- The number of manual retries after a failure.
  retries smallint not null default 0,
  -- The time from which a sent mail of the kind 'review' counts as returned.
  bounced_at timestamptz,
  -- The open dialog that edits a waiting mail, its member, the time until which it holds the mail, and the time at which the
  -- mail was due before (*_decision_mails.sql).
  edit_key uuid,
  edited_by uuid,
  held_until timestamptz,
  due_unedited timestamptz,
  constraint mails_edit_check check (
    num_nonnulls(edit_key, edited_by, held_until, due_unedited) in (0, 4) and (edit_key is null or state = 'due')),
  constraint mails_kind_check check (
    num_nonnulls(application_id, member_id, opening_request_id) = 1 and case
      when kind in ('confirmation', 'lab', 'review', 'applicant') then application_id is not null
      when kind in ('digest', 'notices') then member_id is not null
      else kind in ('opening_confirmation', 'opening') and opening_request_id is not null
    end),
  constraint mails_words_check check (
    (kind = 'review' or topic is not distinct from 'evidence') = (subject is not null and body is not null)),
  constraint mails_applicant_check check ((kind = 'applicant') = (topic is not null)),
  constraint mails_digest_check check ((kind = 'digest') = (day is not null)),
  constraint mails_period_check check ((kind = 'review') = (period is not null and about is not null)),
  constraint mails_period_fkey
    foreign key (application_id, period, about) references public.application_status_periods (application_id, n, status)
);

create index mails_application_idx on private.mails (application_id, kind);
create index mails_due_idx on private.mails (due_at) where state in ('due', 'sending');
create index mails_batch_idx on private.mails (batch_id) where batch_id is not null;
create index mails_stuck_idx on private.mails (created_at) where state in ('held', 'failed');

-- Mails about no application are few, and are claimed after the others.
create index mails_others_due_idx on private.mails (due_at) where state in ('due', 'sending') and application_id is null;
create index mails_opening_idx on private.mails (opening_request_id) where opening_request_id is not null;
create unique index mails_digest_key on private.mails (member_id, day) where kind = 'digest';
create unique index mails_notices_key on private.mails (member_id) where kind = 'notices' and state in ('due', 'sending');
create index mails_member_idx on private.mails (member_id, created_at) where member_id is not null;
create index mails_member_created_idx on private.mails (created_at) where member_id is not null;

-- Count tries for GET /metrics. Sequences make nobody wait, and erasures and retention leave them.
create sequence private.mails_sent;
create sequence private.mails_failed;

create function private.count_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform nextval(case new.state when 'sent' then 'private.mails_sent' else 'private.mails_failed' end::regclass);
  return null;
end
$$;

create trigger count_mail
  after update of state on private.mails
  for each row when (old.state = 'sending' and new.state in ('sent', 'due', 'failed'))
  execute function private.count_mail();

-- Notes on the applications of `ids`, whose rows the caller has locked, when the applicants were notified. It counts a mail about
-- a period that was sent and did not bounce, and a member's record. An answer that the applicant knows answers the round,
-- also if it was changed since.
create function private.note_answers(ids uuid[]) returns void
language sql set search_path = '' set enable_seqscan = off set jit = off
as $$
  update public.applications a
     set notified_at = known.present, answered_at = known.first
    from (
      select c.id,
             max(t.at) filter (where t.n = c.current_period) as present,
             min(t.at) filter (where private.is_answer(t.status)) as first
        from public.applications c
       cross join lateral (
         -- The present round began with the latest application of the person.
         select coalesce(max(r.n), 1) as began
           from public.application_status_periods r
          where r.application_id = c.id and r.cause = 'again' and r.undone_at is null and r.n <= c.current_period
       ) round
        left join lateral (
         select p.n, p.status, p.notified_at as at
           from public.application_status_periods p
          where p.application_id = c.id and p.notified_at is not null
         union all
         select m.period, m.about, m.sent_at
           from private.mails m
          where m.application_id = c.id and m.kind = 'review' and m.state = 'sent' and m.bounced_at is null
       ) t on t.n >= round.began
       where c.id = any (ids) and c.current_period is not null
       group by c.id
    ) known
   where a.id = known.id and (a.notified_at, a.answered_at) is distinct from (known.present, known.first)
$$;

create function private.note_sent_mail() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  perform private.note_answers(array[new.application_id]);
  return null;
end
$$;

create trigger note_sent_mail
  after update of state on private.mails
  for each row when (new.kind = 'review' and new.state = 'sent' and old.state <> 'sent')
  execute function private.note_sent_mail();

-- Returns the mail about an application's present status that waits or is being sent, or nulls.
create function private.mail_under_way(a public.applications) returns private.mails
language sql stable set search_path = ''
as $$
  select m.* from private.mails m
   where m.application_id = a.id and m.kind = 'review' and m.period = a.current_period
     and m.state in ('due', 'sending', 'held')
   order by m.created_at desc, m.id limit 1
$$;

-- Returns the part of a mail's Message-ID before the @. It is the same at each retry and does not reveal the mail's id,
-- which a confirmation link carries.
create function private.message_key(mail text) returns text
language sql immutable strict set search_path = ''
as $$
  select left(encode(sha256(convert_to('message ' || mail, 'UTF8')), 'hex'), 32)
$$;

-- Returns the thread of an application's mails, the keys of the first and the latest nine sent mails, and the assignee's
-- address if they are a member who may sign in. Mails with revoked links went to another address and belong to no thread.
create function private.mail_thread(mail private.mails, a public.applications) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when mail.kind = 'lab' then '{}'
    else jsonb_strip_nulls(jsonb_build_object(
      'earlier', (
        with sent as (
          select m.id, row_number() over (order by m.sent_at, m.id) as place, count(*) over () as total
            from private.mails m
           where m.application_id = a.id and m.kind <> 'lab' and m.sent_at is not null and m.revoked_at is null
             and m.id <> mail.id
        )
        select jsonb_agg(private.message_key(s.id::text) order by s.place)
          from sent s where s.place = 1 or s.place > s.total - 9
      ),
      'reply_to', private.member_address(a.assignee)
    ))
  end
$$;

-- Returns the content of a claimed mail about an application that the caller has locked, or null for a confirmation mail
-- whose retry another link has overtaken. The applicant's name is the stored one, never a request's.
create function private.application_order(mail private.mails) returns jsonb
language plpgsql
as $$
declare
  a public.applications;
  facts jsonb;
begin
  select * into a from public.applications where id = mail.application_id;
  facts := case mail.kind
    when 'confirmation' then case when a.email_confirmed_at is null then
      jsonb_build_object('answer_days', (select t.answer_days from public.lab_terms t))
    end
    when 'lab' then jsonb_build_object('linkedin', a.linkedin, 'sectors', a.sectors)
    when 'review' then jsonb_build_object('subject', mail.subject, 'body', mail.body) || private.link_order(mail, a)
    else private.applicant_order(mail, a)
  end;
  return facts || private.mail_thread(mail, a) || jsonb_build_object('name', a.name, 'email', a.email);
end
$$;

-- Returns everything the mailer needs for a claimed mail, or null when it is no longer wanted.
create function private.mail_order(mail private.mails) returns jsonb
language plpgsql
as $$
begin
  return case
      when mail.application_id is not null then private.application_order(mail)
      when mail.member_id is not null then private.member_order(mail)
      else private.opening_order(mail)
    end || jsonb_build_object('id', mail.id, 'kind', mail.kind, 'message_key', private.message_key(mail.id::text));
end
$$;

-- Keeps the application's summary of its latest confirmation mail. A mail that the mail server's absence held up is
-- being retried too, though it has spent no try.
create function private.note_confirmation_mail() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
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

create trigger note_confirmation_mail
  after insert or update of state on private.mails
  for each row when (new.kind = 'confirmation')
  execute function private.note_confirmation_mail();

-- Makes the confirmation mail of one application due, whose row the caller has locked, at most one per `pause` and five in
-- all. A mail that waits for a retry becomes due instead of another. A permanently failed one was not delivered and does
-- not count. Returns 'queued', 'too_soon' or 'too_many'.
create function private.queue_confirmation_mail(of_application uuid, pause interval default '1 minute') returns text
language plpgsql
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
    from private.mails
   where application_id = of_application and kind = 'confirmation';
  if latest > now() - pause then
    return 'too_soon';
  end if;
  if under_way then
    update private.mails
       set due_at = least(due_at, now())
     where application_id = of_application and kind = 'confirmation' and state = 'due';
  elsif counted >= 5 then
    return 'too_many';
  else
    insert into private.mails (application_id, kind) values (of_application, 'confirmation');
  end if;
  return 'queued';
end
$$;

-- The same for an application that is not confirmed and not archived, whose row is locked here. Returns null for another.
create function private.resend_confirmation(of_application uuid, pause interval) returns text
language plpgsql
as $$
begin
  perform from public.applications a
   where a.id = of_application and a.email_confirmed_at is null and a.archived_at is null
     and private.is_present(a.erasing_at)
     for update;
  return case when found then private.queue_confirmation_mail(of_application, pause) end;
end
$$;

-- For operators. Queues an application's confirmation mail at once. Returns true if there is now a mail to send.
create function public.resend_confirmation_mail(application_id uuid) returns boolean
language sql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
  select pg_notify('mails', '');
  select coalesce(private.resend_confirmation(application_id, '0') = 'queued', false)
$$;

-- Queues the confirmation mail of applicants who never requested it, two minutes after they applied and within a day.
create function private.queue_forgotten_mails() returns void
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  insert into private.mails (application_id, kind)
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

-- Returns the mail of a confirmation link's id, which anyone may send, and null for any other text.
create function private.confirmation_mail_of(link_id text) returns uuid
language sql immutable
as $$
  select case
    when link_id ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then link_id::uuid
  end
$$;

-- Confirms by the link in the confirmation mail (contract P7.3). `application_id` is the id in the mail. It is idempotent,
-- and unknown and malformed ids get the same answer. An application that was archived after seven days is restored unless
-- another one has its e-mail or profile.
create function public.confirm_email(application_id text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  of_application uuid;
  already boolean;
begin
  select a.id, a.email_confirmed_at is not null
    into of_application, already
    from private.mails m
    join public.applications a on a.id = m.application_id
   where m.kind = 'confirmation' and m.revoked_at is null and private.is_present(a.erasing_at)
     and m.id = private.confirmation_mail_of(confirm_email.application_id)
     -- The mail too, because a correction of the address may have revoked it while this waited.
     for update of a, m;
  if of_application is null then
    return jsonb_build_object('success', false, 'message', 'This confirmation link is not valid. Please use the link in our latest email.');
  end if;

  if not already then
    begin
      update public.applications set email_confirmed_at = now(), archived_at = null where id = of_application;
    exception when unique_violation then
      return jsonb_build_object('success', false, 'message', 'This confirmation link has expired, and there is a newer application.');
    end;
    update private.mails m
       set state = 'dropped'
     where m.application_id = of_application and m.kind = 'confirmation' and m.state = 'due';
    insert into private.mails (application_id, kind) values (of_application, 'lab');
    -- The first link to the applicant's page.
    perform private.queue_applicant_mail(of_application, 'confirmed');
    perform pg_notify('mails', '');
  end if;
  return jsonb_build_object('success', true, 'message', 'Your email has been confirmed.');
end
$$;

revoke all on function public.resend_confirmation_mail, public.confirm_email from public, anon, authenticated;
grant execute on function public.resend_confirmation_mail to service_role;
grant execute on function public.confirm_email to anon, authenticated, service_role;
