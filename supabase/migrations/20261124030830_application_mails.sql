-- Mails about applications, due and sent. Only functions with the service role use it. Sessions keep plans from the day a
-- table was empty, when scanning it looked cheap. These functions use indexes whatever the plan's age (set enable_seqscan
-- = off), plan once for all values (set plan_cache_mode) and compile no plan (set jit = off), because a disabled plan
-- costs so much that PostgreSQL up to 17 would compile each.

-- stopped by a reviewer, overtaken by a later status period, or undone together with its move.
create type private.mail_drop_reason as enum ('stopped', 'overtaken', 'undone');

create table public.application_mails (
  -- For a confirmation mail this is the id in its link, random and known only to the mail's reader.
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references public.applications (id) on delete cascade,
  kind text not null
    constraint application_mails_kind_check check (kind in ('confirmation', 'lab', 'review', 'applicant')),
  -- held while the address bounces (*_conversation.sql).
  state text not null default 'due'
    constraint application_mails_state_check check (state in ('due', 'sending', 'sent', 'failed', 'dropped', 'held')),
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text check (char_length(last_error) <= 500),
  -- The words of a mail that goes with a move, as they were when the move was made.
  subject text,
  body text,
  batch_id uuid,
  constraint application_mails_words_check
    check ((kind = 'review') = (subject is not null and body is not null)),
  -- The time its address was corrected, after which its link no longer confirms.
  revoked_at timestamptz,
  -- The topic of a mail of the kind 'applicant'.
  topic text
    constraint application_mails_topic_check
    check (topic in ('confirmed', 'new_link', 'withdrawn', 'erasing', 'corrected')),
  constraint application_mails_applicant_check check ((kind = 'applicant') = (topic is not null)),
  -- The status period of a mail of the kind 'review'. It is claimed only while that period is current.
  about text,
  period integer,
  constraint application_mails_period_check check ((kind = 'review') = (period is not null and about is not null)),
  constraint application_mails_period_fkey
    foreign key (application_id, period, about) references public.application_status_periods (application_id, n, status),
  -- Why a mail of the kind 'review' was dropped. An undo revives only those that a later period had overtaken.
  dropped_because private.mail_drop_reason
    constraint application_mails_dropped_because_check check (dropped_because is null or state = 'dropped'),
  -- The number of manual retries after a failure.
  retries smallint not null default 0
);

revoke all on table public.application_mails from public, anon, authenticated;
grant select, insert, update, delete on table public.application_mails to service_role;

alter table public.application_mails enable row level security;

create index application_mails_application_idx on public.application_mails (application_id, kind);
create index application_mails_due_idx on public.application_mails (due_at) where state in ('due', 'sending');
create index application_mails_batch_idx on public.application_mails (batch_id) where batch_id is not null;

-- Returns the part of a mail's Message-ID before the @. It is the same at each retry and does not reveal the mail's id,
-- which a confirmation link carries.
create function private.message_key(mail text) returns text
language sql immutable strict set search_path = ''
as $$
  select left(encode(sha256(convert_to('message ' || mail, 'UTF8')), 'hex'), 32)
$$;

-- Returns the thread of an application's mails, the mail's own key, those of the first and the latest nine sent mails, and
-- the assignee's address if they are a member who may sign in. Mails with revoked links went to another address and belong
-- to no thread.
create function private.mail_thread(mail public.application_mails, a public.applications) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('message_key', private.message_key(mail.id::text)) || case
    when mail.kind = 'lab' then '{}'
    else jsonb_strip_nulls(jsonb_build_object(
      'earlier', (
        with sent as (
          select m.id, row_number() over (order by m.sent_at, m.id) as place, count(*) over () as total
            from public.application_mails m
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

-- Returns everything the mailer needs for a claimed mail, whose application the caller has locked, or null when the mail
-- is no longer wanted. The applicant's name is the stored one, never a request's.
create function private.mail_order(mail public.application_mails) returns jsonb
language plpgsql
as $$
declare
  a public.applications;
  facts jsonb;
begin
  select * into a from public.applications where id = mail.application_id;
  facts := case mail.kind
    when 'confirmation' then jsonb_build_object('answer_days', (select t.answer_days from public.lab_terms t))
    when 'lab' then jsonb_build_object('linkedin', a.linkedin, 'sectors', a.sectors)
    when 'review' then jsonb_build_object('subject', mail.subject, 'body', mail.body) || private.link_order(mail, a)
    else private.applicant_order(mail, a)
  end;
  return facts || private.mail_thread(mail, a)
    || jsonb_build_object('id', mail.id, 'kind', mail.kind, 'name', a.name, 'email', a.email);
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
    else new.state
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
  after insert or update of state on public.application_mails
  for each row when (new.kind = 'confirmation')
  execute function private.note_confirmation_mail();

-- For operators. Queues an application's confirmation mail at once, if fewer than five reached the applicant. Returns true
-- if there is now a mail to send.
create function public.resend_confirmation_mail(application_id uuid) returns boolean
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  waiting boolean;
begin
  perform from public.applications a
   where a.id = resend_confirmation_mail.application_id and a.email_confirmed_at is null and a.archived_at is null
     for update;
  if not found then
    return false;
  end if;
  update public.application_mails m
     set state = 'due', due_at = now()
   where m.application_id = resend_confirmation_mail.application_id and m.kind = 'confirmation' and m.state = 'due';
  waiting := found;
  if not waiting and (
    select count(*) < 5 and coalesce(bool_and(m.state <> 'sending'), true)
      from public.application_mails m
     where m.application_id = resend_confirmation_mail.application_id and m.kind = 'confirmation' and m.state <> 'failed'
  ) then
    insert into public.application_mails (application_id, kind)
    values (resend_confirmation_mail.application_id, 'confirmation');
    waiting := true;
  end if;
  perform pg_notify('application_mails', '');
  return waiting;
end
$$;

-- Queues the confirmation mail of applicants who never requested it, two minutes after they applied and within a day.
create function private.queue_forgotten_mails() returns void
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  insert into public.application_mails (application_id, kind)
  select a.id, 'confirmation'
    from public.applications a
   where a.archived_at is null and a.email_confirmed_at is null and a.status = 'submitted'
     and a.created_at between now() - interval '1 day' and now() - interval '2 minutes'
     and a.confirmation_mail = 'none'
   order by a.created_at
   limit 20
     for update skip locked;
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
    -- The first link to the applicant's page.
    perform private.queue_applicant_mail(of_application, 'confirmed');
    perform pg_notify('application_mails', '');
  end if;
  return jsonb_build_object('success', true, 'message', 'Your email has been confirmed.');
end
$$;

-- A circuit breaker for the mail server. While it cannot be reached, one mail at a time is a trial.

-- Closed while opened_at is null. Only a failure that no recipient can cause opens it (no connection, TLS, AUTH, MAIL
-- FROM). An answer to a recipient closes it, because the mail server can be reached.
create table private.mail_breaker (
  only_row boolean not null default true
    constraint mail_breaker_pkey primary key
    constraint mail_breaker_only_row_check check (only_row),
  opened_at timestamptz,
  -- The number of failed trials since it opened, and the time of the next one.
  trials integer not null default 0,
  next_trial_at timestamptz,
  reason text constraint mail_breaker_reason_check check (char_length(reason) <= 500),
  constraint mail_breaker_open_check check ((opened_at is null) = (next_trial_at is null))
);
insert into private.mail_breaker default values;

-- Closes the breaker and notifies the mailer.
create function private.close_mail_breaker() returns void
language plpgsql set search_path = ''
as $$
begin
  update private.mail_breaker
     set opened_at = null, next_trial_at = null, trials = 0, reason = null
   where opened_at is not null;
  if found then
    perform pg_notify('application_mails', '');
  end if;
end
$$;

-- Opens the breaker for 15 seconds. Each failed trial doubles the pause, up to five minutes. A mail claimed before it
-- opened is no trial.
create function private.open_mail_breaker(why text, claimed timestamptz) returns void
language sql set search_path = ''
as $$
  update private.mail_breaker b
     set opened_at = coalesce(b.opened_at, now()),
         trials = case when b.opened_at is null then 0 else b.trials + 1 end,
         next_trial_at = now() + case when b.opened_at is null then interval '15 seconds'
           else least(interval '15 seconds' * 2 ^ least(b.trials + 1, 5), interval '5 minutes') end,
         reason = left(why, 500)
   where b.opened_at is null or claimed > b.opened_at
$$;

-- For operators and their alarms. Returns since when the mail server is unavailable, and why, or nulls.
create function public.mail_server_state() returns table (down_since timestamptz, next_trial_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select b.opened_at, b.next_trial_at, b.reason from private.mail_breaker b
$$;

revoke all on function public.resend_confirmation_mail, public.confirm_email, public.mail_server_state from public, anon,
  authenticated;
grant execute on function public.resend_confirmation_mail, public.mail_server_state to service_role;
grant execute on function public.confirm_email to anon, authenticated, service_role;
