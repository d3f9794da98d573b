-- The function that changes a status, and its steps. No other statement changes one: the constraints of
-- applications.current_period refuse it.

-- The applications of `ids`, locked by the caller, that this change concerns: an allowed move, a withdrawal by the applicant,
-- or an undo where the batch's last period is still current. Without a batch the undo is the applicant's own.
create function private.changeable_applications(ids uuid[], to_status text, cause text, batch uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(a.id), '{}')
    from public.applications a
   where a.id = any (ids) and case cause
     when 'move' then exists (
       select from public.application_moves m
        where m.from_status = a.status and m.to_status = changeable_applications.to_status)
     when 'applicant' then not exists (
       select from public.application_status_periods p
        where p.application_id = a.id and p.n = a.current_period and p.cause = 'applicant')
     else exists (
       select from public.application_status_periods p
        where p.application_id = a.id and p.n = a.current_period
          and case when batch is null then p.cause = 'applicant' else p.batch_id = batch end)
   end
$$;

-- Writes the first period of those that had no change yet.
create function private.begin_first_periods(ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into public.application_status_periods (
    application_id, n, status, entered_at, cause, first_reviewed_at, decided_at, interviewed_at, accepted_at)
  select a.id, 1, a.status, a.status_changed_at, 'first', a.first_reviewed_at, a.decided_at, a.interviewed_at, a.accepted_at
    from public.applications a
   where a.id = any (ids) and a.current_period is null
$$;

-- Begins a period of `to_status` for each of `ids`. `is_mailed` says which of them a mail goes to: 'any', 'confirmed' or null
-- for none. A withdrawal is no review. Stages that were reached stay reached.
create function private.enter_periods(ids uuid[], to_status text, cause text, batch uuid, is_mailed text) returns void
language sql set search_path = ''
as $$
  update public.application_status_periods p
     set interview_at = a.interview_at
    from public.applications a
   where a.id = any (ids) and a.interview_at is not null and p.application_id = a.id and p.n = coalesce(a.current_period, 1);

  with entered as (
    insert into public.application_status_periods (
      application_id, n, status, entered_at, cause, batch_id, previous_n,
      first_reviewed_at, decided_at, interviewed_at, accepted_at)
    select a.id, latest.n + 1, to_status, moment.at, enter_periods.cause::private.status_cause, batch, coalesce(a.current_period, 1),
           case when to_status = 'withdrawn' then a.first_reviewed_at else coalesce(a.first_reviewed_at, moment.at) end,
           case when to_status in ('accepted', 'declined') then moment.at end,
           case when to_status in ('interview', 'accepted') then coalesce(a.interviewed_at, moment.at) else a.interviewed_at end,
           case when to_status = 'accepted' then coalesce(a.accepted_at, moment.at) else a.accepted_at end
      from public.applications a
     cross join (select clock_timestamp() as at) moment
     cross join lateral (
       select p.n from public.application_status_periods p where p.application_id = a.id order by p.n desc limit 1
     ) latest
     where a.id = any (ids)
    returning *
  )
  update public.applications a
     set status = e.status, current_period = e.n, status_changed_at = e.entered_at,
         first_reviewed_at = e.first_reviewed_at, decided_at = e.decided_at,
         interviewed_at = e.interviewed_at, accepted_at = e.accepted_at, interview_at = null,
         told_at = null,
         not_told = private.is_decision(e.status) and (
           a.email_bounced_at is not null or case is_mailed
             when 'any' then false
             when 'confirmed' then a.email_confirmed_at is null
             else true
           end)
    from entered e
   where a.id = e.application_id
$$;

-- Returns each of `ids` to the period that was current before its batch, with that period's dates and with what its mails have
-- told. Without a batch the current period alone is left.
create function private.return_to_periods(ids uuid[], batch uuid) returns void
language sql set search_path = ''
as $$
  with undone as (
    update public.application_status_periods p
       set undone_at = clock_timestamp()
      from public.applications a
     where a.id = any (ids) and p.application_id = a.id
       and case when batch is null then p.n = a.current_period else p.batch_id = batch end
    returning p.application_id, p.previous_n
  )
  update public.applications a
     set status = p.status, current_period = p.n, status_changed_at = p.entered_at,
         first_reviewed_at = p.first_reviewed_at, decided_at = p.decided_at,
         interviewed_at = p.interviewed_at, accepted_at = p.accepted_at, interview_at = p.interview_at,
         told_at = mails.told_at,
         not_told = private.is_decision(p.status) and mails.told_at is null and not mails.are_on_their_way
    from (select u.application_id, min(u.previous_n) as n from undone u group by 1) target
    join public.application_status_periods p on p.application_id = target.application_id and p.n = target.n
   cross join lateral (
     select max(m.sent_at) as told_at,
            -- The overtaken ones are about to be revived.
            coalesce(bool_or(m.state in ('due', 'sending') or m.dropped_because = 'overtaken'), false) as are_on_their_way
       from public.application_mails m
      where m.application_id = p.application_id and m.kind = 'review' and m.period = p.n
   ) mails
   where a.id = target.application_id
$$;

-- The one way to change a status: for the applications of `ids` that it can change, in this order. `cause` is 'move',
-- 'applicant' (against the arrows: the applicant's decision does not wait for the lab's) or 'undo', which returns to the periods
-- before `batch` and takes no `to_status`. `mail` is what mail_to_send made. History, counters and webhooks follow by the
-- triggers of applications. Returns {"changed": [ids], "mailed", "mail_due_at", "mails_stopped"}.
create function private.change_status(ids uuid[], to_status text, cause text, batch uuid default null, mail jsonb default null)
returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  changed uuid[];
  outcome jsonb := '{"mailed": 0, "mail_due_at": null, "mails_stopped": 0}';
begin
  perform from public.applications a where a.id = any (ids) order by a.id for update;
  changed := private.changeable_applications(ids, to_status, cause, batch);
  if cause = 'undo' then
    perform private.return_to_periods(changed, batch);
    perform private.revive_overtaken_mails(changed);
    outcome := outcome || jsonb_build_object('mails_stopped', private.stop_undone_mails(changed, batch));
  else
    perform private.begin_first_periods(changed);
    perform private.enter_periods(changed, to_status, cause, batch, mail ->> 'to');
    perform private.stop_overtaken_mails(changed, batch);
    if mail is not null then
      outcome := outcome || private.queue_decision_mails(changed, mail, batch);
    end if;
  end if;
  return outcome || jsonb_build_object('changed', to_jsonb(changed));
end
$$;

revoke all on function private.changeable_applications(uuid[], text, text, uuid), private.begin_first_periods(uuid[]),
  private.enter_periods(uuid[], text, text, uuid, text), private.return_to_periods(uuid[], uuid),
  private.change_status(uuid[], text, text, uuid, jsonb)
  from public, anon, authenticated;
