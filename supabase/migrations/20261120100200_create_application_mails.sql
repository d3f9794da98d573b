-- Mails about applications: what is due, what was sent. Only functions touch it, and only with the service role.
-- Sessions keep plans from the day a table was empty, when reading it whole looked cheap; these functions look up by
-- index whatever the plan's age (set enable_seqscan = off) and plan once for all values (set plan_cache_mode).

create table public.application_mails (
  -- Of a confirmation mail this is the id its link carries: random, known to the mail's reader alone.
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references public.applications (id) on delete cascade,
  kind text not null check (kind in ('confirmation', 'lab')),
  state text not null default 'due' check (state in ('due', 'sending', 'sent', 'failed', 'dropped')),
  created_at timestamptz not null default now(),
  -- How often it was claimed.
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text check (char_length(last_error) <= 500)
);

revoke all on table public.application_mails from public, anon, authenticated;
grant select, insert, update, delete on table public.application_mails to service_role;
alter table public.application_mails enable row level security;

create index application_mails_application_idx on public.application_mails (application_id, kind);
create index application_mails_due_idx on public.application_mails (due_at) where state in ('due', 'sending');

-- What the mailer needs to write one mail. The applicant's name is the stored one, never a request's.
create function private.mail_order(mail public.application_mails) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', mail.id, 'kind', mail.kind, 'name', a.name, 'email', a.email, 'linkedin', a.linkedin,
    'sectors', a.sectors, 'created_at', a.created_at
  )
  from public.applications a
  where a.id = mail.application_id
$$;

-- Keeps the application's summary of its latest confirmation mail.
create function private.note_confirmation_mail() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  update public.applications
     set confirmation_mail = case
       when new.state = 'due' and new.attempts > 0 then 'retrying'
       when new.state = 'due' then 'sending'
       when new.state = 'dropped' then 'none'
       else new.state
     end
   where id = new.application_id;
  return null;
end
$$;

create trigger note_confirmation_mail
  after insert or update of state on public.application_mails
  for each row when (new.kind = 'confirmation')
  execute function private.note_confirmation_mail();

-- Claims the confirmation mail of one unconfirmed application: at most one mail a minute and five in all, counted
-- under the application's row lock, so that no two requests can pass together. A mail that waits for its retry is
-- claimed again rather than doubled; one that failed for good reached nobody and does not count. Null: nothing to send.
create function private.claim_confirmation_mail(of_application uuid) returns public.application_mails
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  mail public.application_mails;
  counted integer;
  latest timestamptz;
begin
  perform from public.applications
   where id = of_application and email_confirmed_at is null and archived_at is null
     for update;
  if not found then
    return null;
  end if;

  select count(*) filter (where state <> 'failed'), max(coalesce(claimed_at, created_at))
    into counted, latest
    from public.application_mails
   where application_id = of_application and kind = 'confirmation';
  if latest > now() - interval '1 minute' then
    return null;
  end if;

  update public.application_mails
     set state = 'sending', claimed_at = now(), attempts = attempts + 1
   where application_id = of_application and kind = 'confirmation' and state in ('due', 'sending')
  returning * into mail;
  if found or counted >= 5 then
    return mail;
  end if;

  insert into public.application_mails (application_id, kind, state, claimed_at, attempts)
  values (of_application, 'confirmation', 'sending', now(), 1)
  returning * into mail;
  return mail;
end
$$;

-- By the address in a visitor's request; null when there is nothing to send, whatever the reason.
create function public.claim_confirmation_mail(email text) returns jsonb
language sql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
  select private.mail_order(claimed)
    from public.applications a
   cross join lateral private.claim_confirmation_mail(a.id) claimed
   where case when a.archived_at is null then lower(a.email collate "C") end
     = lower(private.trimmed(claim_confirmation_mail.email) collate "C")
     and claimed.id is not null
$$;

-- Claims mails whose time has come, each for one caller only. A claim whose sender died is free after two minutes; a
-- mail that has cost four senders their lives is given up.
create function public.claim_due_mails(batch integer default 10) returns jsonb
language sql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
  with due as (
    select m.id
      from public.application_mails m
      join public.applications a on a.id = m.application_id
     where (m.state = 'due' and m.due_at <= now())
        or (m.state = 'sending' and m.claimed_at < now() - interval '2 minutes')
     order by m.due_at
     limit batch
       for update of a, m skip locked
  ),
  claimed as (
    update public.application_mails m
       set state = case when m.attempts < 4 then 'sending' else 'failed' end,
           attempts = least(m.attempts + 1, 4),
           claimed_at = now()
      from due
     where m.id = due.id
    returning m.*
  )
  select coalesce(jsonb_agg(private.mail_order(claimed::public.application_mails)), '[]')
    from claimed
   where state = 'sending'
$$;

-- Records how a claimed mail went: sent (no failure), dropped (nobody wants it), or failed; a failure is tried
-- again after 1, 5 and 30 minutes and then given up.
create function public.finish_mail(mail_id uuid, failure text default null, unwanted boolean default false)
returns void
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  pauses constant interval[] := array[interval '1 minute', interval '5 minutes', interval '30 minutes'];
begin
  -- The application first, as every other function here does: two locks in two orders would be a deadlock.
  perform from public.applications a
   where a.id = (select m.application_id from public.application_mails m where m.id = mail_id)
     for update;
  update public.application_mails
     set state = case
           when unwanted then 'dropped'
           when failure is null then 'sent'
           when attempts <= array_length(pauses, 1) then 'due'
           else 'failed'
         end,
         due_at = coalesce(now() + case when failure is not null then pauses[attempts] end, due_at),
         sent_at = case when failure is null and not unwanted then now() end,
         last_error = left(failure, 500)
   where id = mail_id and state = 'sending';
end
$$;

-- Seconds until the next mail is due; null when none waits. Zero or less: now.
create function public.seconds_to_next_mail() returns double precision
language sql stable security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
  select extract(epoch from min(case when state = 'due' then due_at else claimed_at + interval '2 minutes' end) - now())
    from public.application_mails
   where state in ('due', 'sending')
$$;

-- For operators: puts an application's confirmation mail in the queue at once, as long as fewer than five reached
-- the applicant. Returns whether there is now a mail to send.
create function public.resend_confirmation_mail(application_id uuid) returns boolean
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
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

revoke all on function private.mail_order(public.application_mails), private.note_confirmation_mail(),
  private.claim_confirmation_mail(uuid), public.claim_confirmation_mail(text), public.claim_due_mails(integer),
  public.finish_mail(uuid, text, boolean), public.seconds_to_next_mail(), public.resend_confirmation_mail(uuid)
  from public, anon, authenticated;
grant execute on function public.claim_confirmation_mail(text), public.claim_due_mails(integer),
  public.finish_mail(uuid, text, boolean), public.seconds_to_next_mail(), public.resend_confirmation_mail(uuid)
  to service_role;
