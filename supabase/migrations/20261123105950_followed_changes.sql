-- What follows a change of applications, also one made by hand: history, counters, webhooks and notices to members. One trigger
-- for each kind of statement, so that no order of names matters.

-- The batch that changed a row; null for a change by hand.
create function private.batch_of_change(a public.applications, b public.applications) returns uuid
language sql immutable
as $$
  select case
    when (a.last_batch_id, a.last_batch_undone) is distinct from (b.last_batch_id, b.last_batch_undone) then a.last_batch_id
  end
$$;

create function private.follow_changed_applications() returns trigger
language plpgsql security definer
-- A plan that a session made for one row would compare every row before with every row after: both sides are joined by key.
set search_path = '' set enable_nestloop = off set enable_seqscan = off set jit = off
as $$
declare
  is_recorded boolean;
  is_moved boolean;
  is_assigned boolean;
  is_counted boolean;
  has_progressed boolean;
begin
  -- Most updates, like the state of a confirmation mail, are followed by nothing.
  select bool_or((a.status, a.assignee, a.tags) is distinct from (b.status, b.assignee, b.tags)),
         bool_or(a.status <> b.status or (b.email_confirmed_at is null and a.email_confirmed_at is not null)),
         bool_or(a.assignee is distinct from b.assignee),
         bool_or((a.created_at, a.status, a.email_confirmed_at is null, a.archived_at is null, a.source)
           is distinct from (b.created_at, b.status, b.email_confirmed_at is null, b.archived_at is null, b.source)),
         bool_or((a.created_at, a.source, a.first_reviewed_at, a.decided_at, a.interviewed_at, a.accepted_at)
           is distinct from (b.created_at, b.source, b.first_reviewed_at, b.decided_at, b.interviewed_at, b.accepted_at))
    into is_recorded, is_moved, is_assigned, is_counted, has_progressed
    from rows_after a
    join rows_before b on b.id = a.id;

  if is_recorded then
    insert into public.application_events (application_id, actor, actor_email, kind, detail, batch_id)
    select a.id, auth.uid(), private.caller_email(), change.kind, change.detail, change.batch_id
      from rows_after a
      join rows_before b on b.id = a.id
     cross join lateral (
       -- A move is of the batch of the period that it began, its undo of the batch of the period that it ended.
       select 'moved' as kind, jsonb_build_object('from', b.status, 'to', a.status) as detail, (
           select p.batch_id from public.application_status_periods p
            where p.application_id = a.id and p.n = greatest(a.current_period, b.current_period)) as batch_id
        where a.status <> b.status
       union all
       select 'assigned', jsonb_build_object(
           'from', (select u.email from auth.users u where u.id = b.assignee),
           'to', (select u.email from auth.users u where u.id = a.assignee)),
         private.batch_of_change(a::public.applications, b::public.applications)
        where a.assignee is distinct from b.assignee
       union all
       select 'tagged', jsonb_build_object(
           'added', to_jsonb(array(select unnest(a.tags) except select unnest(b.tags))),
           'removed', to_jsonb(array(select unnest(b.tags) except select unnest(a.tags)))),
         private.batch_of_change(a::public.applications, b::public.applications)
        where a.tags is distinct from b.tags
     ) change;
  end if;

  if is_counted then
    insert into private.application_tally_changes
    select (t.created_at at time zone 'UTC')::date, t.status, t.email_confirmed_at is not null,
           t.archived_at is not null, t.source, sum(t.n)
      from (
        select created_at, status, email_confirmed_at, archived_at, source, -1 as n from rows_before
        union all
        select created_at, status, email_confirmed_at, archived_at, source, 1 from rows_after
      ) t
     group by 1, 2, 3, 4, 5
    having sum(t.n) <> 0;
    if random() < 0.01 then
      perform private.fold_application_tally();
    end if;
  end if;

  if has_progressed then
    insert into private.progress_tally_changes
    select p.month, p.kind, p.source, p.tenth, sum(p.n)
      from (
        select was.*, -1 as n from rows_before b cross join lateral private.progress_of(b::public.applications) was
        union all
        select becomes.*, 1 from rows_after a cross join lateral private.progress_of(a::public.applications) becomes
      ) p
     group by 1, 2, 3, 4
    having sum(p.n) <> 0;
    if random() < 0.001 then
      perform private.fold_progress_tally();
    end if;
  end if;

  if is_moved and exists (select from private.webhooks) then
    perform private.queue_webhooks('application.confirmed', a.id, a.status)
       from rows_after a join rows_before b on b.id = a.id
      where b.email_confirmed_at is null and a.email_confirmed_at is not null;
    perform private.queue_webhooks(
              case when a.status = 'withdrawn' then 'application.withdrawn' else 'application.moved' end, a.id, a.status, b.status)
       from rows_after a join rows_before b on b.id = a.id
      where a.status <> b.status;
  end if;

  if is_assigned then
    delete from private.member_notices n
     using rows_after a join rows_before b on b.id = a.id
     where a.assignee is distinct from b.assignee
       and n.user_id = b.assignee and n.kind = 'assignment' and n.application_id = a.id and n.mail_id is null;
    -- An undo tells nothing.
    perform private.keep_notice(a.assignee, 'assignment', a.id)
       from rows_after a join rows_before b on b.id = a.id
      where a.assignee is distinct from b.assignee and a.assignee is distinct from auth.uid() and a.assignee is not null
        and not (a.last_batch_undone and private.batch_of_change(a::public.applications, b::public.applications) is not null);
  end if;
  return null;
end
$$;

create trigger follow_changed_applications
  after update on public.applications
  referencing old table as rows_before new table as rows_after
  for each statement execute function private.follow_changed_applications();

create function private.follow_removed_applications() returns trigger
language plpgsql security definer set search_path = '' set jit = off
as $$
begin
  insert into private.application_tally_changes
  select (a.created_at at time zone 'UTC')::date, a.status, a.email_confirmed_at is not null,
         a.archived_at is not null, a.source, -count(*)
    from applications_gone a
   group by 1, 2, 3, 4, 5;
  insert into private.progress_tally_changes
  select p.month, p.kind, p.source, p.tenth, -count(*)
    from applications_gone a cross join lateral private.progress_of(a::public.applications) p
   group by 1, 2, 3, 4;
  -- The words of exports that may name the sender go too.
  delete from public.access_log_content c
   where exists (select from applications_gone a where private.may_name(c.content, a::public.applications));
  insert into public.access_log (actor, actor_email, kind, application_id)
  select auth.uid(), private.caller_email(), 'erased', a.id from applications_gone a;
  return null;
end
$$;

create trigger follow_removed_applications
  after delete on public.applications
  referencing old table as applications_gone
  for each statement execute function private.follow_removed_applications();

revoke all on function private.batch_of_change(public.applications, public.applications), private.follow_changed_applications(), private.follow_removed_applications()
  from public, anon, authenticated;
