-- The moves an application may make, and the history of what was done with it.

-- The allowed moves. The screens read them and private.change_status checks them.
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

-- Writes one line of history in the caller's name for each of `ids`.
create function private.record_events(ids uuid[], kind text, detail jsonb, batch uuid default null) returns void
language sql security definer set search_path = ''
as $$
  insert into public.application_events (application_id, actor, actor_email, kind, detail, batch_id)
  select id, auth.uid(), private.caller_email(), kind, detail, batch from unnest(ids) as id
$$;

create function private.record_event(of_application uuid, kind text, detail jsonb) returns void
language sql security definer set search_path = ''
as $$
  select private.record_events(array[of_application], kind, detail)
$$;

-- The version counts changes of status and assignee, also those made by hand.
create function private.count_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.version := old.version
    + (new.status is distinct from old.status or new.assignee is distinct from old.assignee)::integer;
  return new;
end
$$;

create trigger count_version
  before update of status, assignee, version on public.applications
  for each row when (
    new.status is distinct from old.status or new.assignee is distinct from old.assignee
    or new.version is distinct from old.version
  )
  execute function private.count_version();

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
  select changed.id, actor, actor_email, deed.kind, deed.detail, case
           -- A move is of the batch of the period that it began, its undo of the batch of the period that it ended.
           when deed.kind = 'moved' then (
             select p.batch_id from public.application_status_periods p
              where p.application_id = changed.id
                and p.n = greatest(changed.current_period, coalesce(was.current_period, 1)))
           else batch
         end
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

revoke all on function private.record_events(uuid[], text, jsonb, uuid), private.record_event(uuid, text, jsonb),
  private.count_version(),
  private.record_application_changes()
  from public, anon, authenticated;
