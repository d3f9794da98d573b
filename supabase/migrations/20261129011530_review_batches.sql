-- On the floor `records`.
-- The batches of changes to applications. An undo reverts one batch.

-- Changes of one or many applications in one request.
create table public.review_batches (
  id uuid primary key default gen_random_uuid(),
  actor uuid not null,
  actor_email text, -- personal data
  at timestamptz not null default clock_timestamp(),
  change jsonb not null, -- personal data
  changed integer not null default 0,
  undone_at timestamptz
);

grant select on table public.review_batches to authenticated, service_role;

alter table public.review_batches enable row level security;

-- The applications of a batch, with the tags or the assignee before and after.
create table public.review_batch_items (
  batch_id uuid not null references public.review_batches (id) on delete cascade,
  application_id uuid not null references public.applications (id) on delete cascade,
  before jsonb not null, -- personal data
  after jsonb not null, -- personal data
  is_undone boolean not null default false,
  primary key (batch_id, application_id)
);

grant select on table public.review_batch_items to service_role;

alter table public.review_batch_items enable row level security;

create index review_batch_items_application_idx on public.review_batch_items (application_id);

create policy "admins read the batches" on public.review_batches
  for select to authenticated
  using ((select public.is_admin()));

-- Returns the batch that changed a row, or null for a change by hand.
create function private.batch_of_change(a public.applications, b public.applications) returns uuid
language sql immutable
as $$
  select case
    when (a.last_batch_id, a.last_batch_undone) is distinct from (b.last_batch_id, b.last_batch_undone) then a.last_batch_id
  end
$$;
