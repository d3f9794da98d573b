-- The queue of mails to members.

create function private.notice_mention() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A note that is put back brings its mentions with the moments that they had.
  if new.mentioned_by is distinct from new.member_id and new.mentioned_at >= now() then
    perform private.keep_notice(new.member_id, 'mention', new.application_id);
  end if;
  return null;
end
$$;

create trigger notice_mention
  after insert on public.note_mentions
  for each row execute function private.notice_mention();

-- Returns true if a member may get a notice now. A mention needs the note and the right to see others' opinions, an
-- assignment must still be theirs.
create function private.is_tellable(notice private.member_notices) returns boolean
language sql stable set search_path = ''
as $$
  select case notice.kind
    when 'mention' then private.sees_others(notice.application_id, notice.user_id) and exists (
      select from public.note_mentions m
       where m.application_id = notice.application_id and m.member_id = notice.user_id
         and m.mentioned_by is distinct from m.member_id)
    else exists (
      select from public.applications a where a.id = notice.application_id and a.assignee = notice.user_id)
  end
$$;

-- For schedules. Queues the digests of this morning or week and the mails with pending notices, at most 500 of each, and
-- deletes old ones. Repeated or parallel calls queue once.
create function private.queue_member_mails() returns void
language plpgsql set search_path = '' set jit = off
as $$
declare
  zone constant text := (select s.time_zone from public.mailing_settings s);
  today constant date := (now() at time zone zone)::date;
begin
  insert into private.member_mails (user_id, kind, day)
  select d.user_id, 'digest', d.day
    from (
      select r.user_id, s.digest_since,
             case s.digest when 'daily' then today when 'weekly' then date_trunc('week', today)::date end as day
        from public.user_roles r cross join lateral private.reminders_of(r.user_id) s
       where r.role = 'admin'
    ) d
   where (d.day + time '09:00') at time zone zone between d.digest_since and now()
     and not exists (select from private.member_mails m where m.user_id = d.user_id and m.day = d.day)
   limit 500
  on conflict do nothing;

  insert into private.member_mails (user_id, kind)
  select distinct n.user_id, 'notices'
    from private.member_notices n
   where n.mail_id is null and n.noticed_at < now() - interval '1 minute'
     -- One mail in ten minutes.
     and not exists (
       select from private.member_mails m
        where m.user_id = n.user_id and m.kind = 'notices' and m.created_at > now() - interval '10 minutes')
     and private.is_tellable(n)
   limit 500
  on conflict do nothing;

  delete from private.member_notices n
   where n.ctid = any (array(
     select o.ctid from private.member_notices o
      where o.mail_id is null and o.noticed_at < now() - interval '14 days' limit 500 for update skip locked));
  delete from private.member_mails m
   where m.id = any (array(
     select o.id from private.member_mails o
      where o.created_at < now() - interval '40 days' limit 500 for update skip locked));
end
$$;

-- Returns a member's waiting work as numbers, or null. Mentions count since the previous digest.
create function private.digest_of(member uuid, days integer) returns jsonb
language sql stable set search_path = '' set jit = off
as $$
  select to_jsonb(c) || jsonb_build_object('user_id', member)
    from (
      select
        (select count(*) from public.applications a
          where a.assignee = member and a.archived_at is null and a.status in ('submitted', 'in_review', 'interview')
        ) as assigned,
        (select count(*) from public.applications a
          where private.is_waiting(a.status, a.email_confirmed_at, a.first_answered_at, a.archived_at)
            and a.email_confirmed_at < now() - private.answer_time()) as overdue,
        (select count(*) from public.applications a where a.not_told and a.archived_at is null) as not_told,
        (select count(*) from public.note_mentions m
          where m.member_id = member and m.mentioned_by is distinct from member
            and m.mentioned_at > now() - make_interval(days => days)
            and private.sees_others(m.application_id, member)) as mentions
    ) c
   where c.assigned + c.overdue + c.not_told + c.mentions > 0
$$;

-- Returns the content of a mail with notices, their number and at most ten applications. They stay with the mail at each
-- retry.
create function private.notices_of(mail private.member_mails) returns jsonb
language plpgsql set search_path = '' set jit = off
as $$
declare
  wants record;
begin
  select * into wants from private.reminders_of(mail.user_id);
  delete from private.member_notices n
   where n.user_id = mail.user_id and n.mail_id is null
     and not case n.kind when 'mention' then wants.mails_mentions else wants.mails_assignments end;
  update private.member_notices n set mail_id = mail.id
   where n.user_id = mail.user_id and n.mail_id is null and private.is_tellable(n);
  return (
    select jsonb_build_object(
      'mentions', count(*) filter (where n.kind = 'mention'),
      'assignments', count(*) filter (where n.kind = 'assignment'),
      'applications', (
        select jsonb_agg(f.application_id)
          from (
            select o.application_id from private.member_notices o where o.mail_id = mail.id
             group by 1 order by min(o.noticed_at) limit 10
          ) f
      ))
      from private.member_notices n where n.mail_id = mail.id
    having count(*) > 0
  );
end
$$;

-- Returns the mailer's data for one mail, or null when there is nothing to report, or the member is gone or wants none.
create function private.member_order(mail private.member_mails) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  address constant text := private.member_address(mail.user_id);
  wanted constant text := (select r.digest from private.reminders_of(mail.user_id) r);
  told jsonb;
begin
  if address is null then
    return null;
  end if;
  if mail.kind = 'notices' then
    told := private.notices_of(mail);
  elsif wanted <> 'never' then
    told := private.digest_of(mail.user_id, case wanted when 'daily' then 1 else 7 end);
  end if;
  return told || jsonb_build_object(
    'id', mail.id, 'kind', mail.kind, 'email', address, 'message_key', private.message_key(mail.id::text));
end
$$;

-- Claims due mails to members, each for one caller only, like those about applications, and none while the breaker is
-- open.
create function private.claim_member_mails(batch integer) returns jsonb
language plpgsql set search_path = '' set jit = off
as $$
declare
  mail private.member_mails;
  told jsonb;
  orders jsonb := '[]';
begin
  if exists (select from private.mail_breaker b where b.opened_at is not null) then
    return orders;
  end if;
  for mail in
    select m.* from private.member_mails m
     where m.due_at <= now()
       and (m.state = 'due' or (m.state = 'sending' and m.claimed_at < now() - interval '2 minutes'))
     order by m.due_at
     limit batch
       for update skip locked
  loop
    told := case when mail.attempts < 4 then private.member_order(mail) end;
    update private.member_mails m
       set state = case when mail.attempts >= 4 then 'failed' when told is null then 'dropped' else 'sending' end,
           attempts = least(mail.attempts + 1, 4), claimed_at = now()
     where m.id = mail.id;
    orders := orders || case when told is null then '[]' else jsonb_build_array(told) end;
  end loop;
  return orders;
end
$$;

-- Records the result of a claimed mail to a member, like finish_mail. Returns the time of its claim, or null. Its notices
-- are deleted, sent or not.
create function private.finish_member_mail(mail_id uuid, failure text, is_outage boolean) returns timestamptz
language plpgsql set search_path = '' set jit = off
as $$
declare
  mail private.member_mails;
begin
  update private.member_mails m
     set state = case
           when failure is null then 'sent'
           when is_outage or private.retry_pause(m.attempts) is not null then 'due'
           else 'failed'
         end,
         attempts = m.attempts - is_outage::integer,
         due_at = case
           when is_outage then now()
           when failure is not null then coalesce(now() + private.retry_pause(m.attempts), m.due_at)
           else m.due_at
         end,
         sent_at = case when failure is null then now() end,
         last_error = left(failure, 500)
   where m.id = finish_member_mail.mail_id and m.state = 'sending'
  returning m.* into mail;
  if mail.state in ('sent', 'failed') then
    delete from private.member_notices n where n.mail_id = mail.id;
  end if;
  return mail.claimed_at;
end
$$;

-- Returns the seconds until the next work on these mails, zero or less when it is due, null when none waits.
create function private.seconds_to_next_member_mail() returns double precision
language sql stable set search_path = '' set jit = off
as $$
  select extract(epoch from greatest(
    min(case when m.state = 'due' then m.due_at else m.claimed_at + interval '2 minutes' end),
    (select b.next_trial_at from private.mail_breaker b)
  ) - now())
    from private.member_mails m
   where m.state in ('due', 'sending')
  having count(*) > 0
$$;
