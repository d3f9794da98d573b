-- On the floor `review`.
-- Mails with decisions. A move to interview, accepted or declined is mailed. A mail waits half a minute, more than 20 of one
-- request ten minutes, or until nine in the morning of the lab's time zone. A mail belongs to a status period and is only sent
-- while that period is current.

-- Queues a prepared mail about the current period for each eligible application of `ids`. Returns their number and the
-- time of the mails, null when none of them leaves.
create function private.queue_decision_mails(ids uuid[], mail jsonb, batch uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  mailed constant uuid[] := array(
    select a.id from public.applications a
     where a.id = any (ids)
       and (mail ->> 'to' = 'any' or (a.email_confirmed_at is not null and a.email_bounced_at is null)));
  -- More than 20 leave after ten minutes instead of half a minute, because one mistake in them reaches many.
  leaves_at constant timestamptz := case
    when mail ->> 'delay' = 'soon' and cardinality(mailed) > 20 then now() + interval '10 minutes'
    else (mail ->> 'due_at')::timestamptz
  end;
  leave boolean;
begin
  with queued as (
    insert into private.messages (application_id, kind, subject, body, batch_id, due_at, about, period)
    select a.id, 'review', private.fill_template(mail ->> 'subject', a, mail ->> 'reason'),
           private.fill_template(mail ->> 'body', a, mail ->> 'reason'), batch, leaves_at, a.status, a.current_period
      from public.applications a
     where a.id = any (mailed)
    returning state
  )
  select bool_or(q.state = 'due') into leave from queued q;
  perform private.record_events(mailed, 'mail_queued', jsonb_build_object('subject', mail ->> 'subject'), batch);
  perform pg_notify('mails', '');
  return jsonb_build_object(
    'mailed', cardinality(mailed), 'mail_due_at', case when leave then to_jsonb(leaves_at) end);
end
$$;

-- Stops those of these mails that have not left, and records it in the history. Returns their number.
create function private.stop_mails(ids uuid[], reason private.message_drop_reason, batch uuid default null) returns integer
language plpgsql set search_path = ''
as $$
declare
  stopped uuid[];
begin
  with mails as (
    update private.messages m set state = 'dropped', dropped_because = reason
     where m.id = any (ids) and m.state in ('due', 'held')
    returning m.application_id
  )
  select coalesce(array_agg(application_id), '{}') into stopped from mails;
  perform private.record_events(stopped, 'mail_stopped', '{}', batch);
  return cardinality(stopped);
end
$$;

-- Stops the waiting mails about periods of `ids` that are no longer current. Returns their number.
create function private.stop_past_mails(ids uuid[], reason private.message_drop_reason, batch uuid) returns integer
language sql set search_path = ''
as $$
  select private.stop_mails(array(
    select m.id from private.messages m
      join public.applications a on a.id = m.application_id and a.current_period <> m.period
     where m.application_id = any (ids) and m.kind = 'review' and m.state in ('due', 'held')), reason, batch)
$$;

-- Lets the mails leave after all that were stopped for this reason, half a minute from now at the earliest, where their period
-- is current again.
create function private.revive_mails(ids uuid[], reason private.message_drop_reason) returns void
language sql set search_path = ''
as $$
  update private.messages m
     set state = 'due', dropped_because = null, due_at = greatest(m.due_at, now() + private.stop_time())
    from public.applications a
   where a.id = any (ids) and m.application_id = a.id and m.period = a.current_period
     and m.kind = 'review' and m.dropped_because = reason;
  select pg_notify('mails', '');
$$;

-- Drops a mail that becomes due again, for example because a mail server refused it for now, after its period has ended or a
-- member has notified the applicant. Its writer holds the application.
create function private.drop_overtaken_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reason constant private.message_drop_reason := (
    select case
        when a.current_period = p.number then case when p.notified_at is not null then 'notified' end
        when exists (select from private.review_batches b where b.id = new.batch_id and b.undone_at is not null) then 'undone'
        else 'overtaken'
      end
      from public.applications a
      join public.application_status_periods p on p.application_id = a.id and p.number = new.period
     where a.id = new.application_id);
begin
  if reason is not null then
    new.state := 'dropped';
    new.dropped_because := reason;
    perform private.record_events(array[new.application_id], 'mail_stopped', '{}');
  end if;
  return new;
end
$$;

create trigger drop_overtaken_mail
  before update of state on private.messages
  for each row when (new.kind = 'review' and new.state in ('due', 'sending', 'held'))
  execute function private.drop_overtaken_mail();

-- For readers. Returns how many of the chosen applications a move would change, exactly how many its mail would reach, and
-- the others' number by status. It refuses what review_change_many refuses.
create function public.review_move_preview(to_status text, ids uuid[] default null, filter jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen uuid[];
begin
  perform private.demand('reader');
  chosen := private.chosen_applications(ids, filter);
  return (
    select jsonb_build_object(
        'changed', coalesce(sum(s.changed), 0), 'mailed', coalesce(sum(s.mailed), 0),
        'unchanged', coalesce(jsonb_object_agg(s.status, s.total) filter (where s.changed = 0), '{}'))
      from (
        select a.status, count(*) as total, count(m.to_status) as changed,
               count(m.to_status) filter (where a.email_confirmed_at is not null and a.email_bounced_at is null) as mailed
          from public.applications a
          left join private.application_moves m
            on m.from_status = a.status and m.to_status = review_move_preview.to_status
         where a.id = any (chosen) and private.is_present(a.erasing_at)
         group by a.status
      ) s
  );
end
$$;

-- For reviewers. Mails an applicant who was not told the decision. `mail` is the same as with a move. `seen_status` is the
-- status of its words. If the status differs, nothing is sent. Returns the row and the time of the mail.
create function public.review_mail_send(
  application_id uuid, mail jsonb, seen_status text default null, reason text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications := private.application_of_reviewer(application_id);
  queued jsonb;
begin
  if mail is null then
    perform private.refuse(400, 'invalid_mail', 'Subject and text are required.');
  end if;
  if a.status <> seen_status then
    perform private.refuse(
      409, 'version_conflict', 'The status has changed since you opened this. No email was sent.',
      jsonb_build_object('row', private.list_row(a, 'created')));
  end if;
  if a.email_bounced_at is not null then
    perform private.refuse(422, 'address_bounces', 'Emails to this address bounce. Take the mark off first.');
  end if;
  if a.email_confirmed_at is null then
    perform private.refuse(422, 'address_not_confirmed', 'The applicant has not confirmed this address.');
  end if;
  if private.promise_of(a) <> 'to_notify' or (private.mail_under_way(a)).id is not null then
    perform private.refuse(422, 'already_notified', 'The applicant was notified, or an email is being sent.');
  end if;
  perform private.demand_reason(reason, a.status);
  perform private.begin_first_periods(array[a.id]);
  update public.applications t set current_period = coalesce(t.current_period, 1) where t.id = a.id;
  perform private.save_reason(array[a.id], reason);
  queued := private.queue_decision_mails(
    array[a.id], private.mail_to_send(mail || jsonb_build_object('to', 'any', 'reason', reason), a.status), null);
  return queued || jsonb_build_object('row', private.answered_row(a.id));
end
$$;

-- Returns the caller's decision mails that leave within ten minutes. The history names the author of each.
create function private.own_pending_mails() returns setof private.messages
language sql stable set search_path = ''
as $$
  select m.* from private.messages m
   where m.state = 'due' and m.kind = 'review' and m.due_at > now() and m.due_at <= now() + interval '10 minutes'
     and (m.edit_expires_at is null or m.edit_expires_at < now())
     and (
       select e.actor from public.application_events e
        where e.application_id = m.application_id and e.kind = 'mail_queued' and e.batch_id is not distinct from m.batch_id
        order by e.id desc limit 1
     ) = auth.uid()
$$;

-- For reviewers. Stops mails of the lab that have not left and keeps the decisions. Those are the ones to an applicant about a
-- 'decision' or 'evidence', or without an applicant the caller's decision mails that leave within ten minutes. Returns their
-- number and the applicant's row.
create function public.review_mail_stop(application_id uuid default null, about text default 'decision') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  to_stop uuid[];
begin
  perform private.demand('reviewer');
  if application_id is null then
    perform from public.applications a
      where a.id in (select m.application_id from private.own_pending_mails() m) order by a.id for update;
    to_stop := array(select m.id from private.own_pending_mails() m);
  else
    perform private.locked_application(application_id);
    to_stop := array(
      select m.id from private.messages m
       where m.application_id = review_mail_stop.application_id
         and case review_mail_stop.about when 'evidence' then m.topic = 'evidence' else m.kind = 'review' end);
  end if;
  return jsonb_build_object(
    'stopped', private.stop_mails(to_stop, 'stopped'),
    'row', case when application_id is not null then private.answered_row(application_id) end);
end
$$;

-- For reviewers. Records that a member notified the applicant of the present decision in another way, which stops a waiting
-- mail about it, or takes such a record back. A decision of another status than `seen_status` is refused. Returns the row.
create function public.review_notified_set(application_id uuid, seen_status text, notified boolean default true) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a constant public.applications := private.application_of_reviewer(application_id);
begin
  if a.status is distinct from seen_status then
    perform private.refuse(
      409, 'version_conflict', 'The status has changed since you opened this.',
      jsonb_build_object('row', private.list_row(a, 'created')));
  end if;
  if notified then
    if private.promise_of(a) is distinct from 'to_notify' then
      perform private.refuse(422, 'already_notified', 'The applicant was notified, or there is no decision yet.');
    end if;
    perform private.begin_first_periods(array[a.id]);
    update public.applications t set current_period = coalesce(t.current_period, 1) where t.id = a.id;
    update public.application_status_periods p set notified_at = clock_timestamp()
     where p.application_id = a.id and p.number = coalesce(a.current_period, 1);
    update private.messages m set state = 'dropped', dropped_because = 'notified'
     where m.application_id = a.id and m.kind = 'review' and m.state in ('due', 'held');
  else
    update public.application_status_periods p set notified_at = null
     where p.application_id = a.id and p.number = a.current_period and p.notified_at is not null;
    if not found then
      return private.list_row(a, 'created');
    end if;
    perform private.revive_mails(array[a.id], 'notified');
  end if;
  perform private.record_answers(array[a.id]);
  perform private.record_event(a.id, case when notified then 'notified' else 'notified_undone' end, '{}');
  return private.answered_row(a.id);
end
$$;

-- For reviewers. Retries a mail that was given up, with the same Message-ID, because no mail server has accepted it. It
-- does so at most three times, and not for a mail about an earlier status. Returns the row.
create function public.review_mail_retry(mail_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications := private.application_of_reviewer(
    (select m.application_id from private.messages m where m.id = mail_id and m.kind in ('review', 'applicant')));
  mail private.messages;
begin
  select * into mail from private.messages m where m.id = mail_id for update;
  if mail.state <> 'failed' then
    perform private.refuse(422, 'mail_not_failed', 'This email has not failed.');
  end if;
  if mail.retries >= 3 then
    perform private.refuse(
      422, 'too_many_retries', 'This email was retried three times. Write to the applicant yourself.');
  end if;
  if mail.kind = 'review' and mail.period is distinct from a.current_period then
    perform private.refuse(422, 'mail_outdated', 'This email is about an earlier status.');
  end if;
  if private.is_answer(mail.about) and (a.notified_at is not null or (private.mail_under_way(a)).id is not null) then
    perform private.refuse(422, 'already_notified', 'The applicant was notified, or an email is being sent.');
  end if;
  update private.messages m
     set state = 'due', due_at = now(), attempts = 0, last_error = null, retries = m.retries + 1
   where m.id = mail_id;
  perform private.record_event(a.id, 'mail_retried', jsonb_strip_nulls(jsonb_build_object('subject', mail.subject)));
  perform pg_notify('mails', '');
  return private.answered_row(a.id);
end
$$;

grant execute on function public.review_move_preview, public.review_mail_send, public.review_mail_stop,
  public.review_notified_set, public.review_mail_retry to authenticated;
