-- The moves an application may make, and the history of what was done with it.

-- Which moves there are; the screens read them, the trigger below holds every writer to them.
create table public.application_moves (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);

revoke all on table public.application_moves from public, anon, authenticated;
grant select on table public.application_moves to authenticated, service_role;

alter table public.application_moves enable row level security;

create policy "admins read the moves" on public.application_moves
  for select to authenticated
  using ((select public.is_admin()));

insert into public.application_moves (from_status, to_status)
values
  ('submitted', 'in_review'), ('submitted', 'declined'), ('submitted', 'withdrawn'),
  ('in_review', 'interview'), ('in_review', 'declined'), ('in_review', 'withdrawn'), ('in_review', 'submitted'),
  ('interview', 'accepted'), ('interview', 'declined'), ('interview', 'withdrawn'), ('interview', 'in_review'),
  ('accepted', 'interview'), ('accepted', 'withdrawn'),
  ('declined', 'in_review'),
  ('withdrawn', 'in_review');

create table public.application_events (
  id bigint generated always as identity primary key,
  application_id uuid not null references public.applications (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- Kept beside the account's id, so that the name outlives the account.
  actor uuid,
  actor_email text,
  kind text not null check (kind in (
    'moved', 'assigned', 'tagged', 'rated', 'noted', 'note_edited', 'note_removed', 'mailed', 'mail_cancelled', 'applicant',
    'bounced', 'bounce_cleared', 'answered', 'answer_removed', 'interview_set', 'interview_cleared', 'mail_retried'
  )),
  detail jsonb not null default '{}',
  batch_id uuid
);

revoke all on table public.application_events from public, anon, authenticated;
revoke all on sequence public.application_events_id_seq from public, anon, authenticated;
grant select on table public.application_events to service_role;

alter table public.application_events enable row level security;

create index application_events_application_idx on public.application_events (application_id, id);
create index application_events_batch_idx on public.application_events (batch_id) where batch_id is not null;

-- Writes one line of history in the caller's name. A request for many applications names its batch in a setting.
create function private.record_event(of_application uuid, kind text, detail jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.application_events (application_id, actor, actor_email, kind, detail, batch_id)
  values (
    of_application, auth.uid(), private.caller_email(), kind, detail,
    nullif(current_setting('review.batch', true), '')::uuid
  )
$$;

-- Only allowed moves, for every writer; an undo puts back what was, so it alone may go against the arrows.
create function private.guard_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status is distinct from old.status then
    if current_setting('review.undo', true) is distinct from 'on' and not exists (
      select from public.application_moves m where m.from_status = old.status and m.to_status = new.status
    ) then
      raise sqlstate 'PT422' using
        message = format('An application cannot move from %s to %s.', old.status, new.status),
        hint = 'The allowed moves are in application_moves.';
    end if;
    new.status_changed_at := clock_timestamp();
    if new.status <> 'withdrawn' then
      new.first_reviewed_at := coalesce(new.first_reviewed_at, new.status_changed_at);
    end if;
    new.decided_at := case when new.status in ('accepted', 'declined') then new.status_changed_at end;
  end if;
  new.version := old.version
    + (new.status is distinct from old.status or new.assignee is distinct from old.assignee)::integer;
  return new;
end
$$;

create trigger guard_application
  before update of status, assignee, version on public.applications
  for each row when (
    new.status is distinct from old.status or new.assignee is distinct from old.assignee
    or new.version is distinct from old.version
  )
  execute function private.guard_application();

-- One line of history for each thing that changed, written once for all rows of a statement: a bulk change of
-- thousands is one insert. A session keeps the plan of its first change; made for one row, it would compare every row
-- before with every row after, so both sides are met by key (set enable_nestloop = off).
create function private.record_application_changes() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off
as $$
declare
  actor constant uuid := auth.uid();
  actor_email constant text := private.caller_email();
  batch constant uuid := nullif(current_setting('review.batch', true), '')::uuid;
begin
  insert into public.application_events (application_id, actor, actor_email, kind, detail, batch_id)
  select changed.id, actor, actor_email, deed.kind, deed.detail, batch
    from rows_after changed
    join rows_before was on was.id = changed.id
   cross join lateral (
     select 'moved' as kind, jsonb_build_object('from', was.status, 'to', changed.status) as detail
      where changed.status is distinct from was.status
     union all
     select 'assigned', jsonb_build_object(
       'from', (select u.email from auth.users u where u.id = was.assignee),
       'to', (select u.email from auth.users u where u.id = changed.assignee))
      where changed.assignee is distinct from was.assignee
     union all
     select 'tagged', jsonb_build_object(
       'added', to_jsonb(array(select unnest(changed.tags) except select unnest(was.tags))),
       'removed', to_jsonb(array(select unnest(was.tags) except select unnest(changed.tags))))
      where changed.tags is distinct from was.tags
   ) deed
   where (changed.status, changed.assignee, changed.tags) is distinct from (was.status, was.assignee, was.tags);
  return null;
end
$$;

create trigger record_application_changes
  after update on public.applications
  referencing old table as rows_before new table as rows_after
  for each statement when (current_setting('solostead.notes_mail', true) is distinct from 'on')
  execute function private.record_application_changes();

revoke all on function private.record_event(uuid, text, jsonb), private.guard_application(),
  private.record_application_changes()
  from public, anon, authenticated;
