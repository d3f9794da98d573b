-- Status periods: each status that an application has had. The first period is implied until the first change, so a new
-- application has no row here.

-- Why a period began. `first`: the application was inserted with its status.
create type private.status_cause as enum ('first', 'move', 'applicant');

create table public.application_status_periods (
  application_id uuid not null
    constraint application_status_periods_application_id_fkey references public.applications (id) on delete cascade,
  n integer not null,
  status text not null
    constraint application_status_periods_status_check check (private.is_status(status)),
  entered_at timestamptz not null,
  cause private.status_cause not null,
  -- The request that made the move. A batch along several arrows has several periods.
  batch_id uuid,
  -- The period that was current before. An undo returns to it.
  previous_n integer,
  undone_at timestamptz,
  -- The application's dates as the period began. The interview's date is stored when the period ends.
  first_reviewed_at timestamptz,
  decided_at timestamptz,
  interviewed_at timestamptz,
  accepted_at timestamptz,
  interview_at timestamptz,
  constraint application_status_periods_pkey primary key (application_id, n),
  constraint application_status_periods_status_key unique (application_id, n, status),
  constraint application_status_periods_previous_check check ((previous_n is null) = (n = 1) and previous_n < n)
);

revoke all on table public.application_status_periods from public, anon, authenticated, service_role;
grant select on table public.application_status_periods to service_role;

alter table public.application_status_periods enable row level security;

-- A status without its period is refused, also for the owner of the table. Deferrable for a copy of whole tables.
alter table public.applications
  add constraint applications_changed_by_change_status
    check (current_period is not null or status = coalesce(first_status, 'submitted')),
  add constraint applications_current_period_fkey
    foreign key (id, current_period, status) references public.application_status_periods (application_id, n, status)
    deferrable;

-- The service role updates every column but those that private.change_status writes.
revoke update on table public.applications from service_role;
do $$
begin
  execute (
    select format('grant update (%s) on table public.applications to service_role', string_agg(quote_ident(attname), ', '))
      from pg_catalog.pg_attribute
     where attrelid = 'public.applications'::regclass and attnum > 0 and not attisdropped
       and attname not in ('status', 'first_status', 'current_period')
  );
end
$$;
