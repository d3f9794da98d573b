-- On the floor `records`.
-- The batches of changes to applications. An undo reverts one batch. The access log says who did what and when.

-- Changes of one or many applications in one request.
create table private.review_batches (
  id uuid primary key default gen_random_uuid(),
  actor uuid not null,
  change jsonb not null, -- personal data
  changed integer not null default 0,
  undone_at timestamptz
);

-- The applications of a batch.
create table private.review_batch_items (
  batch_id uuid not null references private.review_batches (id) on delete cascade,
  application_id uuid not null references public.applications (id) on delete cascade,
  former_assignee uuid,
  is_undone boolean not null default false,
  primary key (batch_id, application_id)
);

create index review_batch_items_application_idx on private.review_batch_items (application_id);

-- Returns the batch that changed a row, or null for a change by hand.
create function private.batch_of_change(a public.applications, b public.applications) returns uuid
language sql immutable
as $$
  select case
    when (a.last_batch_id, a.last_batch_undone) is distinct from (b.last_batch_id, b.last_batch_undone) then a.last_batch_id
  end
$$;
