-- On the floor `records`.
-- Counts of applications by the dimensions of counts and overview, updated with each change, because counting a million
-- rows takes half a second. No writer waits for another. A change appends its differences, and occasionally one change
-- folds them into the tally. A reader adds both, so the figures are always exact.

-- Counts of applications by day, status and source.
create table private.application_tally (
  -- In the lab's time zone.
  day date not null,
  status text not null,
  confirmed boolean not null,
  archived boolean not null,
  source text not null,
  n bigint not null,
  primary key (day, status, confirmed, archived, source)
);

-- Changes of the tally until they are folded into it.
create table private.application_tally_changes (like private.application_tally);

-- Tally and changes together, under the names that an application has, so that a filter's condition holds for either.
create view private.counted_applications with (security_invoker = true) as
  select t.day, t.status, t.source, t.n,
         t.day::timestamp at time zone l.zone as created_at,
         case when t.confirmed then t.day::timestamp at time zone l.zone end as email_confirmed_at,
         case when t.archived then t.day::timestamp at time zone l.zone end as archived_at,
         null::timestamptz as erasing_at
    from (
      select * from private.application_tally union all select * from private.application_tally_changes
    ) t
   cross join (select s.time_zone as zone from public.mailing_settings s) l;

-- The durations until review and decision, and the reached stages, kept by month and including erased applications. Two
-- years take 24 months of rows instead of a million applications.
create table private.progress_tally (
  -- The first day of the month in which they came.
  month date not null,
  kind text not null,
  -- Only for stages, '' for durations.
  source text not null,
  -- Only for durations, in tenths of an hour, 0 for stages.
  tenth integer not null,
  n bigint not null,
  constraint progress_tally_pkey primary key (month, kind, source, tenth),
  constraint progress_tally_kind_check check (kind in ('review', 'decision', 'interview', 'accepted'))
);

-- Changes appended until they are folded into the tally.
create table private.progress_tally_changes (
  month date not null,
  kind text not null,
  source text not null,
  tenth integer not null,
  n bigint not null
);

-- Moves appended rows into the tallies, this one and that of progress, at most five thousand of each, by one caller at a
-- time. A second caller continues without it.
create function private.fold_application_tally() returns void
language plpgsql security definer set search_path = '' set jit = off
as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('private.fold_application_tally')) then
    return;
  end if;
  with taken as (
    delete from private.application_tally_changes c
     where c.ctid = any (array(select ctid from private.application_tally_changes limit 5000 for update skip locked))
    returning c.*
  )
  insert into private.application_tally as t
  select day, status, confirmed, archived, source, sum(n) from taken group by 1, 2, 3, 4, 5 having sum(n) <> 0
  on conflict (day, status, confirmed, archived, source) do update set n = t.n + excluded.n;
  -- A line that counts none would keep the source of an application that was erased.
  delete from private.application_tally t where t.n = 0;
  with taken as (
    delete from private.progress_tally_changes c
     where c.ctid = any (array(select ctid from private.progress_tally_changes limit 5000 for update skip locked))
    returning c.*
  )
  insert into private.progress_tally as t
  select month, kind, source, tenth, sum(n) from taken group by 1, 2, 3, 4 having sum(n) <> 0
  on conflict on constraint progress_tally_pkey do update set n = t.n + excluded.n;
  delete from private.progress_tally t where t.n = 0;
end
$$;

-- The lines in which one application is counted. PostgreSQL writes the body into the query.
create function private.progress_of(a public.applications)
returns table (month date, kind text, source text, tenth integer)
language sql stable
as $$
  select date_trunc('month', a.created_at at time zone (select private.lab_zone()))::date, reached.kind,
         case when reached.kind in ('interview', 'accepted') then a.source else '' end,
         case when reached.kind in ('interview', 'accepted') then 0
           else private.tenths_of_hours(reached.at - a.created_at) end
    from (values ('review', a.first_reviewed_at), ('decision', a.decided_at),
                 ('interview', a.interviewed_at), ('accepted', a.accepted_at)) as reached (kind, at)
   where reached.at is not null and private.is_present(a.erasing_at)
$$;

-- Recounts from the rows themselves, for operators and after rows were written without triggers (samples, a move to
-- another database).
create function private.tally_applications_anew() returns void
language plpgsql security definer set search_path = '' set jit = off
as $$
begin
  lock table public.applications in share row exclusive mode;
  delete from private.application_tally_changes;
  delete from private.application_tally;
  insert into private.application_tally
  select (a.created_at at time zone (select private.lab_zone()))::date, a.status, a.email_confirmed_at is not null,
         a.archived_at is not null, a.source, count(*)
    from public.applications a
   where private.is_present(a.erasing_at)
   group by 1, 2, 3, 4, 5;
  delete from private.progress_tally_changes;
  delete from private.progress_tally;
  insert into private.progress_tally
  select p.month, p.kind, p.source, p.tenth, sum(p.n)
    from (
      select of_one.*, 1 as n from public.applications a cross join lateral private.progress_of(a) of_one
      union all
      select date_trunc('month', e.day::timestamp)::date, e.kind, '', e.tenth, e.n from private.erased_times e
      union all
      select date_trunc('month', e.day::timestamp)::date, e.stage, e.source, 0, e.n from private.erased_stages e
    ) p
   group by 1, 2, 3, 4;
end
$$;

-- An emptied table is tallied by having nothing.
create function private.tally_no_applications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tally_applications_anew();
  return null;
end
$$;

create trigger tally_no_applications
  after truncate on public.applications
  for each statement execute function private.tally_no_applications();

-- With another time zone of the lab, an application may be of another day. Erased ones keep their day.
create trigger tally_days_of_zone
  after update of time_zone on public.mailing_settings
  for each row when (old.time_zone <> new.time_zone) execute function private.tally_no_applications();

-- Appends what was counted of an erased application.
create function private.tally_erased_progress() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.progress_tally_changes
  select date_trunc('month', (line ->> 'day')::timestamp)::date, coalesce(line ->> 'kind', line ->> 'stage'),
         coalesce(line ->> 'source', ''), coalesce((line ->> 'tenth')::integer, 0), sign * (line ->> 'n')::bigint
    from (values (to_jsonb(old), -1), (to_jsonb(new), 1)) as lines (line, sign)
   where line is not null;
  return null;
end
$$;

create trigger tally_erased_times
  after insert or update or delete on private.erased_times
  for each row execute function private.tally_erased_progress();

create trigger tally_erased_stages
  after insert or update or delete on private.erased_stages
  for each row execute function private.tally_erased_progress();

-- Appends what changed applications count now, and takes back what they counted.
create function private.tally_changed_applications() returns trigger
language plpgsql security definer
-- A plan that a session made for one row would compare all rows before with all rows after, so both sides are joined by
-- key.
set search_path = '' set enable_nestloop = off set enable_seqscan = off set jit = off
as $$
declare
  is_counted boolean;
  has_progressed boolean;
begin
  -- Most updates, like the state of a confirmation mail, change no count.
  select bool_or((a.created_at, a.status, a.email_confirmed_at is null, a.archived_at is null, a.source, a.erasing_at is null)
           is distinct from (b.created_at, b.status, b.email_confirmed_at is null, b.archived_at is null, b.source, b.erasing_at is null)),
         bool_or((a.created_at, a.source, a.first_reviewed_at, a.decided_at, a.interviewed_at, a.accepted_at, a.erasing_at is null)
           is distinct from (b.created_at, b.source, b.first_reviewed_at, b.decided_at, b.interviewed_at, b.accepted_at, b.erasing_at is null))
    into is_counted, has_progressed
    from rows_after a
    join rows_before b on b.id = a.id;

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
  return null;
end
$$;

create trigger tally_changed_applications
  after update on public.applications
  referencing old table as rows_before new table as rows_after
  for each statement execute function private.tally_changed_applications();

create function private.tally_removed_applications() returns trigger
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
  return null;
end
$$;

create trigger tally_removed_applications
  after delete on public.applications
  referencing old table as applications_gone
  for each statement execute function private.tally_removed_applications();
