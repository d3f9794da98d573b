-- The moves an application may make, the history of what was done with it, and what else follows a change.

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

-- The moves that only the applicant makes. A withdrawal is possible in every status and not listed.
create table private.applicant_moves (
  from_status text not null,
  to_status text not null,
  constraint applicant_moves_pkey primary key (from_status, to_status)
);

insert into private.applicant_moves (from_status, to_status) values ('withdrawn', 'submitted'), ('declined', 'submitted');

create table public.application_events (
  id bigint generated always as identity primary key,
  application_id uuid not null references public.applications (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- Stored next to the account's id, so that the name outlives the account.
  actor uuid,
  actor_email text,
  kind text not null check (kind in (
    'moved', 'assigned', 'tagged', 'rated', 'noted', 'note_edited', 'note_removed', 'mailed', 'mail_cancelled', 'applicant',
    'bounced', 'bounce_cleared', 'answered', 'answer_removed', 'interview_set', 'interview_cleared', 'mail_retried',
    'evidence_asked', 'mail_edited', 'notified', 'notified_undone', 'erasure_asked', 'erasure_undone'
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

-- Effects of changes to applications, also of those made by hand, which are history, counters, webhooks and notices to
-- members. There is one trigger for each kind of statement, so that the order of names does not matter.

-- Returns the batch that changed a row, or null for a change by hand.
create function private.batch_of_change(a public.applications, b public.applications) returns uuid
language sql immutable
as $$
  select case
    when (a.last_batch_id, a.last_batch_undone) is distinct from (b.last_batch_id, b.last_batch_undone) then a.last_batch_id
  end
$$;

create function private.follow_changed_applications() returns trigger
language plpgsql security definer
-- A plan that a session made for one row would compare all rows before with all rows after, so both sides are joined by
-- key.
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
         bool_or((a.created_at, a.status, a.email_confirmed_at is null, a.archived_at is null, a.source, a.erasing_at is null)
           is distinct from (b.created_at, b.status, b.email_confirmed_at is null, b.archived_at is null, b.source, b.erasing_at is null)),
         bool_or((a.created_at, a.source, a.first_reviewed_at, a.decided_at, a.interviewed_at, a.accepted_at, a.erasing_at is null)
           is distinct from (b.created_at, b.source, b.first_reviewed_at, b.decided_at, b.interviewed_at, b.accepted_at, b.erasing_at is null))
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
    select (t.created_at at time zone (select private.lab_zone()))::date, t.status, t.email_confirmed_at is not null,
           t.archived_at is not null, t.source, sum(t.n)
      from (
        select created_at, status, email_confirmed_at, archived_at, source, -1 as n from rows_before
         where private.is_present(erasing_at)
        union all
        select created_at, status, email_confirmed_at, archived_at, source, 1 from rows_after
         where private.is_present(erasing_at)
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
    perform private.keep_notice(r.user_id, 'unassigned', a.id)
       from rows_after a join rows_before b on b.id = a.id
       join public.user_roles r on r.role = 'admin' and r.access = 'owner' and r.user_id is distinct from auth.uid()
      where a.assignee is null and b.assignee is not null
        and not exists (select from public.user_roles s where s.assignable = b.assignee);
    -- An undo creates no notice.
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
  select (a.created_at at time zone (select private.lab_zone()))::date, a.status, a.email_confirmed_at is not null,
         a.archived_at is not null, a.source, -count(*)
    from applications_gone a
   where private.is_present(a.erasing_at)
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

-- Counts new applications for GET /metrics, as the sequences of mails do.
create sequence private.applications_received;

-- Counts a new application, adds it to the tally and queues its webhooks in one trigger, because each trigger costs as much as an
-- index. Without addresses it costs a read of an empty table.
create function private.follow_new_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  has_webhooks boolean;
begin
  perform nextval('private.applications_received');
  insert into private.application_tally_changes
  -- The lab's time zone, without the call of a function.
  values ((new.created_at at time zone (select s.time_zone from public.mailing_settings s))::date, new.status,
          new.email_confirmed_at is not null, new.archived_at is not null, new.source, 1)
  returning exists (select from private.webhooks) into has_webhooks;
  -- One that comes with its times, as an import may bring it.
  if coalesce(new.first_reviewed_at, new.decided_at, new.interviewed_at, new.accepted_at) is not null then
    insert into private.progress_tally_changes select p.*, 1 from private.progress_of(new) p;
  end if;
  -- About every thousandth, without a counter that all would wait for.
  if random() < 0.001 then
    perform private.fold_application_tally();
  end if;
  if has_webhooks then
    perform private.queue_webhooks('application.received', new.id, new.status);
  end if;
  return null;
end
$$;

create trigger follow_new_application
  after insert on public.applications
  for each row execute function private.follow_new_application();
