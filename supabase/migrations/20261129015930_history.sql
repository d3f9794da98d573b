-- On the floor `top`.
-- Triggers on applications that record a change, also one made by hand. *_webhook_messages.sql and
-- *_reminders.sql have their own for what they read of it.

create function private.follow_changed_applications() returns trigger
language plpgsql security definer
-- A plan that a session made for one row would compare all rows before with all rows after: 18 s for 6,000 changes.
set search_path = '' set enable_nestloop = off set jit = off
as $$
begin
  -- Most updates, like the state of a confirmation mail, are no event.
  if not exists (
    select from rows_after a join rows_before b on b.id = a.id
     where (a.status, a.assignee, a.tags) is distinct from (b.status, b.assignee, b.tags)
  ) then
    return null;
  end if;
  insert into public.application_events (application_id, actor, actor_email, kind, detail, batch_id)
  select a.id, auth.uid(), private.caller_email(), change.kind, change.detail, change.batch_id
    from rows_after a
    join rows_before b on b.id = a.id
   cross join lateral (
     -- A move is of the batch of the period that it began, its undo of the batch of the period that it ended.
     select 'moved' as kind, jsonb_build_object('from', b.status, 'to', a.status) as detail, (
         select p.batch_id from public.application_status_periods p
          where p.application_id = a.id and p.number = greatest(a.current_period, b.current_period)) as batch_id
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
  return null;
end
$$;

create trigger follow_changed_applications
  after update on public.applications
  referencing old table as rows_before new table as rows_after
  for each statement execute function private.follow_changed_applications();

create function private.follow_removed_applications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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

-- Counts new applications for GET /metrics, as the sequences of mails do.
create sequence private.applications_received;

-- Counts a new application and queues its webhooks in one trigger, because each trigger costs as much as an index.
create function private.follow_new_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform nextval('private.applications_received');
  if exists (select from private.webhooks) then
    perform private.queue_webhooks('application.received', new.id, new.status);
  end if;
  return null;
end
$$;

create trigger follow_new_application
  after insert on public.applications
  for each row execute function private.follow_new_application();
