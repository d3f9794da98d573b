-- On the floor `records`.
-- The history of an application, one line for each event. Each line is also an entry of the access log.

-- One line for each event of an application.
create table public.application_events (
  id bigint generated always as identity primary key,
  application_id uuid not null references public.applications (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- Stored next to the account's id, so that the name outlives the account.
  actor uuid,
  actor_email text, -- personal data
  kind text not null constraint application_events_kind_check check (kind in (
    'moved', 'assigned', 'tagged', 'rated', 'note_added', 'note_edited', 'note_removed', 'mail_queued', 'mail_stopped', 'applicant',
    'bounced', 'bounce_cleared', 'reply_added', 'reply_removed', 'interview_set', 'interview_cleared', 'mail_retried',
    'evidence_requested', 'mail_edited', 'notified', 'notified_undone', 'erasure_requested', 'erasure_undone'
  )),
  detail jsonb not null default '{}', -- personal data
  batch_id uuid
);

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

-- Each line of history without its text, which stays with the application and is deleted with it.
create function private.log_application_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.access_log (at, actor, actor_email, kind, application_id, batch_id)
  select e.at, e.actor, e.actor_email, e.kind, e.application_id, e.batch_id from events_added e order by e.id;
  return null;
end
$$;

create trigger log_application_events
  after insert on public.application_events
  referencing new table as events_added
  for each statement execute function private.log_application_events();
