-- On the floor `records`.
-- Status periods, one for each status of an application. The first period is implied until the first change, so a new
-- application has no row here. Only private.change_status (*_change_status.sql) adds others.

-- The cause of a period. `first` means the inserted status, `applicant` a withdrawal, and `again` that the applicant applied
-- again, which begins a round.
create type private.status_cause as enum ('first', 'move', 'applicant', 'again');

-- The statuses that an application had, in order.
create table public.application_status_periods (
  application_id uuid not null
    constraint application_status_periods_application_id_fkey references public.applications (id) on delete cascade,
  number integer not null,
  round smallint not null default 1,
  status text not null
    constraint application_status_periods_status_check check (private.is_status(status)),
  entered_at timestamptz not null,
  cause private.status_cause not null,
  -- The request that made the move. A batch along several arrows has several periods.
  batch_id uuid,
  -- The period that was current before. An undo returns to it.
  previous_number integer,
  undone_at timestamptz,
  -- The application's dates as the period began. The interview's date is stored when the period ends.
  first_reviewed_at timestamptz,
  decided_at timestamptz,
  interviewed_at timestamptz,
  accepted_at timestamptz,
  interview_at timestamptz,
  waiting_since timestamptz,
  -- The time at which a member recorded that they notified the applicant about this period.
  notified_at timestamptz,
  -- The reason of a decline, if a member gave one.
  decline_reason text
    constraint application_status_periods_decline_reason_fkey references public.decline_reasons (key),
  constraint application_status_periods_decline_reason_check check (decline_reason is null or status = 'declined'),
  constraint application_status_periods_pkey primary key (application_id, number),
  constraint application_status_periods_status_key unique (application_id, number, status),
  constraint application_status_periods_previous_check check ((previous_number is null) = (number = 1) and previous_number < number)
);

grant select on table public.application_status_periods to service_role;

alter table public.application_status_periods enable row level security;

create index application_status_periods_decline_reason_idx on public.application_status_periods (decline_reason)
  where decline_reason is not null;

-- A status without its period is refused, also for the owner of the table. Deferrable for a copy of whole tables.
alter table public.applications
  add constraint applications_changed_by_change_status
    check (current_period is not null or status = coalesce(first_status, 'submitted')),
  add constraint applications_current_period_fkey
    foreign key (id, current_period, status) references public.application_status_periods (application_id, number, status)
    deferrable;

-- The service role updates every column but those that private.change_status and the form write.
do $$
begin
  execute (
    select format('grant update (%s) on table public.applications to service_role', string_agg(quote_ident(attname), ', '))
      from pg_catalog.pg_attribute
     where attrelid = 'public.applications'::regclass and attnum > 0 and not attisdropped
       and attname not in ('status', 'first_status', 'current_period', 'questions_version', 'erasing_at', 'erase_reason',
                           'round')
  );
end
$$;

-- Writes the first period of those that had no change yet.
create function private.begin_first_periods(ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into public.application_status_periods (
    application_id, number, round, status, entered_at, cause, first_reviewed_at, decided_at, interviewed_at, accepted_at, waiting_since, notified_at)
  select a.id, 1, a.round, a.status, a.status_changed_at, 'first', a.first_reviewed_at, a.decided_at, a.interviewed_at, a.accepted_at,
         a.waiting_since, a.notified_at
    from public.applications a
   where a.id = any (ids) and a.current_period is null
$$;

-- Keeps the reason with the present period of each of `ids`.
create function private.save_reason(ids uuid[], reason text) returns void
language sql set search_path = ''
as $$
  update public.application_status_periods p
     set decline_reason = reason
    from public.applications a
   where a.id = any (ids) and p.application_id = a.id and p.number = a.current_period
     and p.status = 'declined' and reason is not null
$$;

-- Returns the reason of an application's present decline, or null.
create function private.decline_reason_of(a public.applications) returns text
language sql stable set search_path = ''
as $$
  select p.decline_reason from public.application_status_periods p where p.application_id = a.id and p.number = a.current_period
$$;
