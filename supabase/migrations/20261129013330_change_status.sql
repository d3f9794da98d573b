-- On the floor `review`.
-- The function that changes a status, and its steps. No other statement changes one, because the constraints of
-- applications.current_period refuse it.

-- Returns those of `ids`, locked by the caller, that this change applies to. It is an allowed move, a withdrawal by the
-- applicant, or an undo if the batch's last period is still current. Without a batch the undo is the applicant's own.
create function private.changeable_applications(ids uuid[], to_status text, cause text, batch uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(a.id), '{}')
    from public.applications a
   where a.id = any (ids) and private.is_present(a.erasing_at) and case cause
     when 'move' then exists (
       select from private.application_moves m
        where m.from_status = a.status and m.to_status = changeable_applications.to_status)
     when 'again' then exists (
       select from private.applicant_moves m
        where m.from_status = a.status and m.to_status = changeable_applications.to_status)
     when 'applicant' then not exists (
       select from public.application_status_periods p
        where p.application_id = a.id and p.number = a.current_period and p.cause = 'applicant')
     else exists (
       select from public.application_status_periods p
        where p.application_id = a.id and p.number = a.current_period
          and case when batch is null then p.cause = 'applicant' else p.batch_id = batch end)
   end
$$;

-- Begins a period of `to_status` for each of `ids`. A withdrawal is no review. Stages stay reached, except in a new round, whose
-- dates all begin again. The promised days count again from a move back and from a new round.
create function private.enter_periods(ids uuid[], to_status text, cause text, batch uuid) returns void
language sql set search_path = ''
as $$
  update public.application_status_periods p
     set interview_at = a.interview_at
    from public.applications a
   where a.id = any (ids) and p.application_id = a.id and p.number = coalesce(a.current_period, 1)
     and p.interview_at is distinct from a.interview_at;

  with entered as (
    insert into public.application_status_periods (
      application_id, number, round, status, entered_at, cause, batch_id, previous_number,
      first_reviewed_at, decided_at, interviewed_at, accepted_at, waiting_since)
    select a.id, latest.number + 1, a.round + (enter_periods.cause = 'again')::integer, to_status, moment.at, enter_periods.cause::private.status_cause, batch,
           coalesce(a.current_period, 1),
           case
             when to_status = 'withdrawn' then a.first_reviewed_at
             when enter_periods.cause <> 'again' then coalesce(a.first_reviewed_at, moment.at)
           end,
           case when private.is_decision(to_status) then moment.at end,
           case
             when to_status in ('interview', 'accepted') then coalesce(a.interviewed_at, moment.at)
             when enter_periods.cause <> 'again' then a.interviewed_at
           end,
           case
             when to_status = 'accepted' then coalesce(a.accepted_at, moment.at)
             when enter_periods.cause <> 'again' then a.accepted_at
           end,
           case
             when enter_periods.cause = 'again' then moment.at
             when private.is_unanswered(to_status) and not private.is_unanswered(a.status) then moment.at
             else a.waiting_since
           end
      from public.applications a
     cross join (select clock_timestamp() as at) moment
     cross join lateral (
       select p.number from public.application_status_periods p where p.application_id = a.id order by p.number desc limit 1
     ) latest
     where a.id = any (ids)
    returning *
  )
  update public.applications a
     set status = e.status, current_period = e.number, status_changed_at = e.entered_at,
         first_reviewed_at = e.first_reviewed_at, decided_at = e.decided_at,
         interviewed_at = e.interviewed_at, accepted_at = e.accepted_at, interview_at = null,
         waiting_since = e.waiting_since,
         round = e.round,
         created_at = case when e.round > a.round then e.entered_at else a.created_at end
    from entered e
   where a.id = e.application_id;

  select private.record_answers(ids);
$$;

-- Returns each of `ids` to the period that was current before its batch, with that period's dates. Without a
-- batch only the current period ends.
create function private.return_to_periods(ids uuid[], batch uuid) returns void
language sql set search_path = ''
as $$
  with undone as (
    update public.application_status_periods p
       set undone_at = clock_timestamp()
      from public.applications a
     where a.id = any (ids) and p.application_id = a.id
       and case when batch is null then p.number = a.current_period else p.batch_id = batch end
    returning p.application_id, p.previous_number
  )
  update public.applications a
     set status = p.status, current_period = p.number, status_changed_at = p.entered_at,
         first_reviewed_at = p.first_reviewed_at, decided_at = p.decided_at,
         interviewed_at = p.interviewed_at, accepted_at = p.accepted_at, interview_at = p.interview_at,
         waiting_since = p.waiting_since
    from (select u.application_id, min(u.previous_number) as number from undone u group by 1) target
    join public.application_status_periods p on p.application_id = target.application_id and p.number = target.number
   where a.id = target.application_id;

  select private.record_answers(ids);
$$;

-- The only way to change a status. It changes the eligible applications of `ids`, in this order. `cause` is 'move',
-- 'applicant' (a withdrawal, without regard to the allowed moves, because the applicant's decision does not wait for the
-- lab's), 'again' or 'undo', which returns to the periods before `batch` and has no `to_status`. mail_to_send prepares
-- `mail`. The triggers of applications update history, counters and webhooks. Returns {"changed": [ids], "mailed",
-- "mail_due_at", "mails_stopped"}.
create function private.change_status(ids uuid[], to_status text, cause text, batch uuid default null, mail jsonb default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[];
  outcome jsonb := '{"mailed": 0, "mail_due_at": null, "mails_stopped": 0}';
begin
  perform from public.applications a where a.id = any (ids) order by a.id for update;
  changed := private.changeable_applications(ids, to_status, cause, batch);
  if cause = 'undo' then
    perform private.return_to_periods(changed, batch);
    perform private.revive_mails(changed, 'overtaken');
    -- Overtaken mails of the batch stay stopped, also when the later move is undone.
    update private.messages m set dropped_because = 'undone'
     where m.batch_id = batch and m.kind = 'review' and m.dropped_because = 'overtaken';
    outcome := outcome || jsonb_build_object('mails_stopped', private.stop_past_mails(changed, 'undone', batch));
  else
    perform private.begin_first_periods(changed);
    perform private.enter_periods(changed, to_status, cause, batch);
    perform private.stop_past_mails(changed, 'overtaken', batch);
    if mail is not null then
      outcome := outcome || private.queue_decision_mails(changed, mail, batch);
    end if;
  end if;
  return outcome || jsonb_build_object('changed', to_jsonb(changed));
end
$$;
