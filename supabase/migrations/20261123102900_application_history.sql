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

revoke all on function private.record_events(uuid[], text, jsonb, uuid), private.record_event(uuid, text, jsonb)
  from public, anon, authenticated;
