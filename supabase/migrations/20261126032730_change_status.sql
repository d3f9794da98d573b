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
       select from public.application_moves m
        where m.from_status = a.status and m.to_status = changeable_applications.to_status)
     when 'again' then exists (
       select from private.applicant_moves m
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
    application_id, n, round, status, entered_at, cause, first_reviewed_at, decided_at, interviewed_at, accepted_at, waiting_since, notified_at)
  select a.id, 1, a.round, a.status, a.status_changed_at, 'first', a.first_reviewed_at, a.decided_at, a.interviewed_at, a.accepted_at,
         a.waiting_since, a.notified_at
    from public.applications a
   where a.id = any (ids) and a.current_period is null
$$;

-- Begins a period of `to_status` for each of `ids`. A withdrawal is no review. Stages stay reached, except in a new round, whose
-- dates all begin again. The promised days count again from a move back and from a new round.
create function private.enter_periods(ids uuid[], to_status text, cause text, batch uuid) returns void
language sql set search_path = ''
as $$
  update public.application_status_periods p
     set interview_at = a.interview_at
    from public.applications a
   where a.id = any (ids) and p.application_id = a.id and p.n = coalesce(a.current_period, 1)
     and p.interview_at is distinct from a.interview_at;

  with entered as (
    insert into public.application_status_periods (
      application_id, n, round, status, entered_at, cause, batch_id, previous_n,
      first_reviewed_at, decided_at, interviewed_at, accepted_at, waiting_since)
    select a.id, latest.n + 1, a.round + (enter_periods.cause = 'again')::integer, to_status, moment.at, enter_periods.cause::private.status_cause, batch,
           coalesce(a.current_period, 1),
           case
             when to_status = 'withdrawn' then a.first_reviewed_at
             when enter_periods.cause <> 'again' then coalesce(a.first_reviewed_at, moment.at)
           end,
           case when to_status in ('accepted', 'declined') then moment.at end,
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
             when to_status in ('submitted', 'in_review') and a.status not in ('submitted', 'in_review') then moment.at
             else a.waiting_since
           end
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
         waiting_since = e.waiting_since,
         round = e.round,
         created_at = case when e.round > a.round then e.entered_at else a.created_at end
    from entered e
   where a.id = e.application_id;

  select private.note_answers(ids);
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
       and case when batch is null then p.n = a.current_period else p.batch_id = batch end
    returning p.application_id, p.previous_n
  )
  update public.applications a
     set status = p.status, current_period = p.n, status_changed_at = p.entered_at,
         first_reviewed_at = p.first_reviewed_at, decided_at = p.decided_at,
         interviewed_at = p.interviewed_at, accepted_at = p.accepted_at, interview_at = p.interview_at,
         waiting_since = p.waiting_since
    from (select u.application_id, min(u.previous_n) as n from undone u group by 1) target
    join public.application_status_periods p on p.application_id = target.application_id and p.n = target.n
   where a.id = target.application_id;

  select private.note_answers(ids);
$$;

-- The only way to change a status. It changes the eligible applications of `ids`, in this order. `cause` is 'move',
-- 'applicant' (a withdrawal, without regard to the allowed moves, because the applicant's decision does not wait for the
-- lab's), 'again' or 'undo', which returns to the periods before `batch` and has no `to_status`. mail_to_send prepares `mail`. The triggers
-- of applications update history, counters and webhooks. Returns {"changed": [ids], "mailed", "mail_due_at",
-- "mails_stopped"}.
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
    -- Overtaken mails of the batch stay stopped, also when the later move is undone.
    update private.mails m set dropped_because = 'undone'
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

-- Moving along several arrows at once.

-- For reviewers. Moves one application along a path of statuses ('in_review', 'interview'), checking each move, in one
-- transaction and as one batch. The history shows each move, and one undo reverts all of them.
create function public.review_move_along(
  application_id uuid, seen_version bigint, path text[], mail jsonb default null, reason text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 4;
  batch constant uuid := gen_random_uuid();
  a public.applications;
  came_from text;
  step text;
  outcome jsonb;
begin
  perform private.demand('reviewer');
  if coalesce(cardinality(path), 0) not between 1 and most or array_position(path, null) is not null then
    raise invalid_parameter_value using message = format('A path has 1 to %s statuses.', most);
  end if;
  a := private.demand_version(application_id, seen_version);
  came_from := a.status;
  foreach step in array path loop
    if not exists (select from public.application_moves m where m.from_status = came_from and m.to_status = step) then
      raise sqlstate 'PT422' using message = format('An application cannot move from %s to %s.', came_from, step);
    end if;
    came_from := step;
  end loop;
  foreach step in array path[:cardinality(path) - 1] loop
    perform private.change_status(array[a.id], step, 'move', batch);
  end loop;
  outcome := private.change_applications(
    array[a.id], jsonb_build_object('status', came_from), mail || '{"to": "any"}', batch, reason);
  return outcome || jsonb_build_object('row', private.answered_row(a.id));
end
$$;

-- Undo. A move is undone if its period is still current, an assignee or a tag if their history shows no later change.

-- Returns the items of a batch of assignees or tags, each with the obstacle to its undo, 'changed' since, 'full' of tags,
-- or null. Undone changes do not count. A row's events are numbered in the order of its changes, because each change locks
-- the row.
create function private.undoable_items(of_batch uuid, kind text, tag text)
returns table (application_id uuid, before jsonb, obstacle text)
language sql stable security definer set search_path = ''
as $$
  select i.application_id, i.before, case
    when exists (
      select from public.application_events turned
       where turned.application_id = i.application_id
         and turned.kind = case undoable_items.kind when 'assignee' then 'assigned' else 'tagged' end
         and (undoable_items.kind = 'assignee' or turned.detail -> 'added' ? tag or turned.detail -> 'removed' ? tag)
         and turned.id > (
           select min(own.id) from public.application_events own
            -- No index of batches can answer this. An application has few events, a batch thousands.
            where own.application_id = i.application_id and own.batch_id is not distinct from of_batch)
         -- A subquery looked up by key, because NOT EXISTS would become a join with all items.
         and (
           select undone.is_undone from public.review_batch_items undone
            where undone.batch_id = turned.batch_id and undone.application_id = i.application_id) is not true
    ) or (kind = 'add_tag' and not a.tags @> array[tag]) or (kind = 'remove_tag' and a.tags @> array[tag]) then 'changed'
    when kind = 'remove_tag' and cardinality(a.tags) >= 20 then 'full'
  end
    from public.review_batch_items i
    join public.applications a on a.id = i.application_id and private.is_present(a.erasing_at)
   where i.batch_id = of_batch
$$;

-- Restores the assignees or tags of a batch. Returns {"restored", "kept_full"}.
create function private.undo_marks(batch public.review_batches) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  kind constant text := (select jsonb_object_keys(batch.change));
  tag constant text := batch.change ->> kind;
  restored uuid[];
  full_of_tags bigint;
begin
  perform from public.applications a
     join public.review_batch_items i on i.application_id = a.id
    where i.batch_id = batch.id
    order by a.id for update of a;
  with items as materialized (
    select * from private.undoable_items(batch.id, kind, tag)
  ),
  put_back as (
    update public.applications a
       set last_batch_id = batch.id, last_batch_undone = true,
           assignee = case kind
             when 'assignee' then (select r.user_id from public.user_roles r where r.assignable = (i.before ->> 'assignee')::uuid)
             else a.assignee
           end,
           tags = case kind
             when 'add_tag' then array_remove(a.tags, tag)
             when 'remove_tag' then a.tags || array[tag]
             else a.tags
           end
      from items i
     where a.id = i.application_id and i.obstacle is null
    returning a.id
  )
  select array(select id from put_back), count(*) filter (where i.obstacle = 'full')
    into restored, full_of_tags
    from items i;
  -- By key, because a join with the restored ones, which PostgreSQL expects to be few, would compare each with each.
  update public.review_batch_items i set is_undone = true
   where i.batch_id = batch.id and i.application_id = any (restored);
  return jsonb_build_object('restored', cardinality(restored), 'kept_full', full_of_tags);
end
$$;

-- For reviewers. Undoes a batch where nothing changed since, stops its mails that were not sent, and counts the rest by
-- reason.
create function public.review_undo(batch_id uuid) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  batch public.review_batches;
  items uuid[];
  outcome jsonb;
begin
  perform private.demand('reviewer');
  select * into batch from public.review_batches b where b.id = review_undo.batch_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is nothing to undo.';
  end if;
  if batch.actor <> auth.uid() and public.review_access() <> 'owner' then
    raise insufficient_privilege using message = 'Only an owner undoes what someone else did.';
  end if;
  if batch.undone_at is not null then
    perform private.refuse_conflict('This was undone already.', null);
  end if;
  items := array(
    select i.application_id from public.review_batch_items i
     where i.batch_id = batch.id and private.is_application_present(i.application_id));
  if batch.change ? 'status' then
    outcome := private.change_status(items, null, 'undo', batch.id);
    outcome := outcome || jsonb_build_object('restored', jsonb_array_length(outcome -> 'changed'), 'kept_full', 0);
  else
    outcome := '{"mails_stopped": 0}' || private.undo_marks(batch);
  end if;
  update public.review_batches b set undone_at = clock_timestamp() where b.id = batch.id;
  perform private.log_access('undone', batch => batch.id);
  return jsonb_build_object(
    'restored', outcome -> 'restored',
    'kept', batch.changed - (outcome ->> 'restored')::integer,
    'kept_changed', cardinality(items) - (outcome ->> 'restored')::integer - (outcome ->> 'kept_full')::integer,
    'kept_deleted', batch.changed - cardinality(items),
    'kept_full', outcome -> 'kept_full',
    'mails_stopped', outcome -> 'mails_stopped');
end
$$;

revoke all on function public.review_move_along, public.review_undo from public, anon, authenticated;
grant execute on function public.review_move_along, public.review_undo to authenticated;
