-- On the floor `top`.
-- Mails to members are a morning digest, and notices about mentions and assignments. They contain counts, days, sectors, ids and
-- names of members, but no applicant's name or address and no words of notes.

-- A member's pending notices, one per application and kind.
create table private.member_notices (
  user_id uuid not null
    constraint member_notices_user_id_fkey references public.user_roles (user_id) on delete cascade,
  -- 'unassigned' is for owners, about an application whose assignee may not review any more.
  kind text not null constraint member_notices_kind_check check (kind in ('mention', 'assignment', 'unassigned')),
  application_id uuid not null
    constraint member_notices_application_id_fkey references public.applications (id) on delete cascade,
  noticed_at timestamptz not null default clock_timestamp(),
  -- The beginning of the transaction with the first mention or assignment that no mail contains.
  since timestamptz not null default now(),
  -- The mail that contains it, once claimed.
  mail_id uuid constraint member_notices_mail_id_fkey references private.messages (id) on delete set null,
  constraint member_notices_pkey primary key (user_id, kind, application_id)
);

create index member_notices_application_idx on private.member_notices (application_id);
create index member_notices_mail_idx on private.member_notices (mail_id) where mail_id is not null;
create index member_notices_waiting_idx on private.member_notices (noticed_at) where mail_id is null;

-- Returns a member's effective settings, the defaults without a row.
create function private.reminders_of(member uuid)
returns table (digest text, digest_since timestamptz, mails_mentions boolean, mails_assignments boolean)
language sql stable set search_path = ''
as $$
  select coalesce(s.digest, 'weekly'), coalesce(s.digest_since, r.created_at),
         coalesce(s.mails_mentions, true), coalesce(s.mails_assignments, true)
    from public.user_roles r
    left join public.member_settings s on s.user_id = r.user_id
   where r.user_id = member
$$;

-- Sets the caller's mails and returns the settings. Null keeps what is stored, which another tab may have just changed. A
-- digest begins with the next morning.
create function public.review_reminders_save(
  digest text default null, mentions boolean default null, assignments boolean default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.demand('reader');
  insert into public.member_settings as s (user_id, digest, mails_mentions, mails_assignments)
  values (auth.uid(), coalesce(digest, 'weekly'), coalesce(mentions, true), coalesce(assignments, true))
  on conflict on constraint member_settings_pkey do update
    set digest = coalesce(digest, s.digest), mails_mentions = coalesce(mentions, s.mails_mentions),
        mails_assignments = coalesce(assignments, s.mails_assignments),
        digest_since = case when digest <> s.digest then now() else s.digest_since end;
  return public.review_reminders();
exception when check_violation then
  perform private.refuse(400, 'invalid_value', 'A digest comes daily, weekly or never.');
end
$$;

-- For the caller. Returns their mail settings.
create function public.review_reminders() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  return (select to_jsonb(r) - 'digest_since' from private.reminders_of(auth.uid()) r);
end
$$;

-- Stores a notice. If one is already being sent, it is sent again. A member who is being removed gets none, because waiting
-- for the removal could deadlock.
create function private.save_notice(member uuid, what text, of_application uuid) returns void
language sql set search_path = ''
as $$
  insert into private.member_notices (user_id, kind, application_id)
  select r.user_id, what, of_application
    from public.user_roles r where r.user_id = member for key share skip locked
  on conflict on constraint member_notices_pkey do update
    set mail_id = null, noticed_at = clock_timestamp(),
        since = case when member_notices.mail_id is null then member_notices.since else now() end
$$;

-- Keeps the notices of assignments, and takes back those that no mail has.
create function private.remind_of_assignments() returns trigger
language plpgsql security definer
-- A plan that a session made for one row would compare all rows before with all rows after: 18 s for 6,000 changes.
set search_path = '' set enable_nestloop = off set jit = off
as $$
begin
  if not exists (select from rows_after a join rows_before b on b.id = a.id where a.assignee is distinct from b.assignee) then
    return null;
  end if;
  delete from private.member_notices n
   using rows_after a join rows_before b on b.id = a.id
   where a.assignee is distinct from b.assignee
     and n.user_id = b.assignee and n.kind = 'assignment' and n.application_id = a.id and n.mail_id is null;
  perform private.save_notice(r.user_id, 'unassigned', a.id)
     from rows_after a join rows_before b on b.id = a.id
     join public.user_roles r on r.role = 'admin' and r.access = 'owner' and r.user_id is distinct from auth.uid()
    where a.assignee is null and b.assignee is not null
      and not exists (select from public.user_roles s where s.assignable_id = b.assignee);
  -- An undo creates no notice.
  perform private.save_notice(a.assignee, 'assignment', a.id)
     from rows_after a join rows_before b on b.id = a.id
    where a.assignee is distinct from b.assignee and a.assignee is distinct from auth.uid() and a.assignee is not null
      and not (a.last_batch_undone and private.batch_of_change(a::public.applications, b::public.applications) is not null);
  return null;
end
$$;

create trigger remind_of_assignments
  after update on public.applications
  referencing old table as rows_before new table as rows_after
  for each statement execute function private.remind_of_assignments();

create function private.save_mention_notice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.mentioned_by is distinct from new.member_id then
    perform private.save_notice(new.member_id, 'mention', new.application_id);
  end if;
  return null;
end
$$;

create trigger save_mention_notice
  after insert on public.note_mentions
  for each row execute function private.save_mention_notice();

-- Returns true if a member may get a notice now. A mention needs the note and the right to see others' opinions, an
-- assignment that the member is still the assignee, and the third kind that there is still none.
create function private.is_notice_due(notice private.member_notices) returns boolean
language sql stable set search_path = ''
as $$
  select case notice.kind
    when 'mention' then private.sees_others(notice.application_id, notice.user_id)
      and private.is_application_present(notice.application_id) and exists (
      select from private.present_mentions m
       where m.application_id = notice.application_id and m.member_id = notice.user_id
         and m.mentioned_by is distinct from m.member_id)
    else exists (
      select from public.applications a
       where a.id = notice.application_id and private.is_present(a.erasing_at)
         and a.assignee is not distinct from case notice.kind when 'assignment' then notice.user_id end)
  end
$$;

-- For schedules. Queues the digests of this morning or week and the mails with pending notices, at most 500 of each, and
-- deletes old ones. Repeated or parallel calls queue once. Members are locked, because one may be removed at the same time.
create function private.queue_member_mails() returns void
language plpgsql set search_path = ''
as $$
declare
  zone constant text := private.lab_zone();
  today constant date := (now() at time zone zone)::date;
begin
  insert into private.messages (member_id, kind, day)
  select d.user_id, 'digest', d.day
    from (
      select r.user_id, s.digest_since,
             case s.digest when 'daily' then today when 'weekly' then date_trunc('week', today)::date end as day
        from public.user_roles r cross join lateral private.reminders_of(r.user_id) s
       where r.role = 'admin'
         for key share of r skip locked
    ) d
   where (d.day + time '09:00') at time zone zone between d.digest_since and now()
     and not exists (select from private.messages m where m.member_id = d.user_id and m.day = d.day)
   limit 500
  on conflict do nothing;

  insert into private.messages (member_id, kind)
  select r.user_id, 'notices'
    from public.user_roles r
   where private.member_address(r.user_id) is not null
     and exists (
       select from private.member_notices n
        where n.user_id = r.user_id and n.mail_id is null and n.noticed_at < now() - interval '1 minute'
          and private.is_notice_due(n))
     -- One mail in ten minutes.
     and not exists (
       select from private.messages m
        where m.member_id = r.user_id and m.kind = 'notices' and m.created_at > now() - interval '10 minutes')
   limit 500
     for key share of r skip locked
  on conflict do nothing;

  delete from private.member_notices n
   where n.ctid = any (array(
     select o.ctid from private.member_notices o
      where o.mail_id is null and o.noticed_at < now() - interval '14 days' limit 500 for update skip locked));
  delete from private.messages m
   where m.id = any (array(
     select o.id from private.messages o
      where o.member_id is not null and o.created_at < now() - interval '40 days' limit 500 for update skip locked));
end
$$;

-- Returns a member's waiting work as numbers, or null. Mentions of the last `days` count.
create function private.digest_of(member uuid, days integer) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(c) || jsonb_build_object('user_id', member)
    from (
      select
        (select count(*) from public.applications a
          where a.assignee = member and a.archived_at is null and private.is_open(a.status)
            and private.is_present(a.erasing_at)
        ) as assigned,
        (select count(*) from public.applications a
          where private.promise_of(a) = 'waiting'
            and private.promise_since(a.email_confirmed_at, a.waiting_since) < now() - private.answer_time()) as overdue,
        private.count_to_notify() as to_notify,
        (select count(*) from private.present_mentions m
          where m.member_id = member and m.mentioned_by is distinct from member
            and m.mentioned_at > now() - make_interval(days => days)
            and private.sees_others(m.application_id, member)
            and private.is_application_present(m.application_id)) as mentions
    ) c
   where c.assigned + c.overdue + c.to_notify + c.mentions > 0
$$;

-- Returns the names of those who mentioned a member on an application since a moment, the first one first. A writer whose
-- account was erased has none.
create function private.mentioned_by(member uuid, of_application uuid, since timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(private.member_name(w.mentioned_by) order by w.first_at), '[]')
    from (
      select m.mentioned_by, min(m.mentioned_at) as first_at
        from private.present_mentions m
        join auth.users u on u.id = m.mentioned_by
       where m.member_id = mentioned_by.member and m.application_id = mentioned_by.of_application
         and m.mentioned_by <> m.member_id and m.mentioned_at >= mentioned_by.since
       group by m.mentioned_by
    ) w
$$;

-- Returns the content of a mail with notices, their number and at most ten applications. They stay with the mail at each
-- retry. Those that a change of applications has locked wait for the next mail, because waiting for several rows in any
-- order could deadlock.
create function private.notices_of(mail private.messages) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  wants record;
  waiting constant tid[] := array(
    select n.ctid from private.member_notices n
     where n.user_id = mail.member_id and n.mail_id is null for update skip locked);
begin
  select * into wants from private.reminders_of(mail.member_id);
  delete from private.member_notices n
   where n.ctid = any (waiting)
     and not case n.kind when 'mention' then wants.mails_mentions else wants.mails_assignments end;
  update private.member_notices n set mail_id = mail.id
   where n.ctid = any (waiting) and private.is_notice_due(n);
  return (
    select jsonb_build_object(
      'mentions', count(*) filter (where n.kind = 'mention'),
      'assignments', count(*) filter (where n.kind = 'assignment'),
      'unassigned', count(*) filter (where n.kind = 'unassigned'),
      'applications', (
        select jsonb_agg(jsonb_build_object(
            'id', a.id, 'applied_at', private.lab_time(a.created_at),
            -- Null if they could be more than sectors.
            'sectors', case when a.email_confirmed_at is not null and not private.may_mislead(a.sectors) then left(a.sectors, 60) end,
            'mentioned_by', case when f.mentioned_since is not null
              then private.mentioned_by(mail.member_id, a.id, f.mentioned_since) end) order by f.first_at)
          from (
            select o.application_id, min(o.noticed_at) as first_at,
                   min(o.since) filter (where o.kind = 'mention') as mentioned_since
              from private.member_notices o where o.mail_id = mail.id
             group by 1 order by 2 limit 10
          ) f
          join public.applications a on a.id = f.application_id
      ))
      from private.member_notices n where n.mail_id = mail.id
    having count(*) > 0
  );
end
$$;

-- Deletes the notices of a mail that was sent or given up. A locked one is being renewed or deleted.
create function private.delete_sent_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.member_notices n
   where n.ctid = any (array(
     select o.ctid from private.member_notices o where o.mail_id = new.id for update skip locked));
  return null;
end
$$;

create trigger delete_sent_notices
  after update of state on private.messages
  for each row when (new.kind = 'notices' and new.state in ('sent', 'failed'))
  execute function private.delete_sent_notices();

grant execute on function public.review_reminders_save, public.review_reminders to authenticated;
