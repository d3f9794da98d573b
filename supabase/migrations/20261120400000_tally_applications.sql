-- How many applications there are, by what counts and the overview ask for, kept as they change: counting a million rows
-- anew with every visit took half a second. Nobody waits for anybody: a change appends what it adds and takes, and
-- every now and then one of them folds what was appended into the tally; a reader adds the two up, so the figures are
-- exact at any moment.

create table private.application_tally (
  day date not null,
  status text not null,
  confirmed boolean not null,
  archived boolean not null,
  source text not null,
  n bigint not null,
  primary key (day, status, confirmed, archived, source)
);

create table private.application_tally_changes (like private.application_tally);

revoke all on table private.application_tally, private.application_tally_changes
  from public, anon, authenticated, service_role;

-- Both together, under the names that an application has, so that a filter's condition holds for either.
create view private.counted_applications with (security_invoker = true) as
  select t.day, t.status, t.source, t.n,
         t.day::timestamp at time zone 'UTC' as created_at,
         case when t.confirmed then t.day::timestamp at time zone 'UTC' end as email_confirmed_at,
         case when t.archived then t.day::timestamp at time zone 'UTC' end as archived_at
    from (
      select * from private.application_tally union all select * from private.application_tally_changes
    ) t;

revoke all on table private.counted_applications from public, anon, authenticated, service_role;

-- Moves what was appended into the tally: at most five thousand lines, by one at a time; who comes second goes on.
create function private.fold_application_tally() returns void
language plpgsql security definer set search_path = ''
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
end
$$;

create function private.tally_new_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.application_tally_changes
  values ((new.created_at at time zone 'UTC')::date, new.status, new.email_confirmed_at is not null,
          new.archived_at is not null, new.source, 1);
  -- About every thousandth, without a counter that all would wait for.
  if random() < 0.001 then
    perform private.fold_application_tally();
  end if;
  return null;
end
$$;

create trigger tally_new_application
  after insert on public.applications
  for each row execute function private.tally_new_application();

create function private.tally_changed_applications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.application_tally_changes
  select (a.created_at at time zone 'UTC')::date, a.status, a.email_confirmed_at is not null,
         a.archived_at is not null, a.source, sum(a.n)
    from (
      select created_at, status, email_confirmed_at, archived_at, source, -1 as n from rows_before
      union all
      select created_at, status, email_confirmed_at, archived_at, source, 1 from rows_after
    ) a
   group by 1, 2, 3, 4, 5
  having sum(a.n) <> 0;
  if random() < 0.01 then
    perform private.fold_application_tally();
  end if;
  return null;
end
$$;

create trigger tally_changed_applications
  after update on public.applications
  referencing old table as rows_before new table as rows_after
  for each statement execute function private.tally_changed_applications();

create function private.tally_removed_applications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.application_tally_changes
  select (a.created_at at time zone 'UTC')::date, a.status, a.email_confirmed_at is not null,
         a.archived_at is not null, a.source, -count(*)
    from rows_before a
   group by 1, 2, 3, 4, 5;
  return null;
end
$$;

create trigger tally_removed_applications
  after delete on public.applications
  referencing old table as rows_before
  for each statement execute function private.tally_removed_applications();

-- Tallies anew, for operators and for whoever wrote rows with triggers at rest: samples, a move to another database.
create function private.tally_applications_anew() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.applications in share row exclusive mode;
  delete from private.application_tally_changes;
  delete from private.application_tally;
  insert into private.application_tally
  select (a.created_at at time zone 'UTC')::date, a.status, a.email_confirmed_at is not null,
         a.archived_at is not null, a.source, count(*)
    from public.applications a
   group by 1, 2, 3, 4, 5;
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

select private.tally_applications_anew();

-- How many there are, exactly, in all and by status. The tally knows days, status, confirmation, source and archive;
-- what it does not know is counted.
create or replace function public.review_count(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  search text := private.search_condition(filter ->> 'search');
  is_tallied boolean := search is null and filter ->> 'assignee' is null and filter ->> 'tag' is null;
  answer jsonb;
begin
  perform private.demand('reader');
  execute format(
    'select jsonb_build_object(''total'', coalesce(sum(n), 0), ''by_status'', coalesce(jsonb_object_agg(status, n), ''{}''))
       from (select a.status, %s as n from %s a where %s group by a.status) counted where n > 0',
    case when is_tallied then 'sum(a.n)' else 'count(*)' end,
    case when is_tallied then 'private.counted_applications' else 'public.applications' end,
    private.filter_condition(filter) || coalesce(' and ' || search, '')
  ) into answer;
  return answer;
end
$$;

-- For the times of the overview, which read nothing else; a new application is in neither.
create index applications_first_reviewed_idx on public.applications (created_at) include (first_reviewed_at)
  where first_reviewed_at is not null;
create index applications_decided_idx on public.applications (created_at) include (decided_at)
  where decided_at is not null;

-- Tenths of hours that so many applications took, with how many: as exact as the overview shows them, and a few
-- thousand lines at most, where sorting a million times would take seconds.
create function private.median_and_ninetieth(tenths integer[], counts bigint[]) returns jsonb
language sql immutable set search_path = ''
as $$
  with lines as (
    select tenth, sum(n) over (order by tenth) as so_far, sum(n) over () as total
      from unnest(tenths, counts) as line (tenth, n)
  )
  select jsonb_build_object(
    'count', coalesce(max(total), 0),
    'median', round(min(tenth) filter (where so_far >= total * 0.5) / 10.0, 1),
    'ninetieth', round(min(tenth) filter (where so_far >= total * 0.9) / 10.0, 1)
  )
  from lines
$$;

-- The overview of the days from `from_day` to `to_day` (UTC, inclusive, at most 731). Hours are counted from submission.
create or replace function public.review_numbers(from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  begins timestamptz;
  ends timestamptz;
  answer jsonb;
begin
  perform private.demand('reader');
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 731 then
    raise invalid_parameter_value using message = 'The days run from the earlier to the later, at most two years.';
  end if;
  begins := from_day::timestamp at time zone 'UTC';
  ends := (to_day + 1)::timestamp at time zone 'UTC';
  with counted as materialized (
    select a.day, a.email_confirmed_at is not null as confirmed, a.source, a.status, sum(a.n) as n
      from private.counted_applications a
     where a.day between from_day and to_day
     group by 1, 2, 3, 4
  ),
  to_review as (
    select (date_part('epoch', a.first_reviewed_at - a.created_at) / 360)::integer as tenth, count(*) as n
      from public.applications a
     where a.first_reviewed_at is not null and a.created_at >= begins and a.created_at < ends
     group by 1
  ),
  to_decision as (
    select (date_part('epoch', a.decided_at - a.created_at) / 360)::integer as tenth, count(*) as n
      from public.applications a
     where a.decided_at is not null and a.created_at >= begins and a.created_at < ends
     group by 1
  )
  select jsonb_build_object(
    'total', (select coalesce(sum(n), 0) from counted),
    'confirmed', (select coalesce(sum(n) filter (where confirmed), 0) from counted),
    'per_day', (
      select jsonb_agg(jsonb_build_object(
          'day', d.day, 'applications', coalesce(c.n, 0), 'confirmed', coalesce(c.confirmed, 0)) order by d.day)
        from (select g::date as day from generate_series(from_day::timestamp, to_day::timestamp, '1 day') g) d
        left join (
          select day, sum(n) as n, sum(n) filter (where counted.confirmed) as confirmed from counted group by day
        ) c on c.day = d.day
    ),
    'by_status', (
      select coalesce(jsonb_object_agg(status, n), '{}')
        from (select status, sum(n) as n from counted group by status having sum(n) > 0) s
    ),
    'by_source', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.applications desc, s.source), '[]')
        from (
          select source, sum(n) as applications, coalesce(sum(n) filter (where confirmed), 0) as confirmed,
                 coalesce(sum(n) filter (where status = 'accepted'), 0) as accepted
            from counted group by source having sum(n) > 0 order by sum(n) desc, source limit 20
        ) s
    ),
    'to_review', (select private.median_and_ninetieth(array_agg(tenth), array_agg(n)) from to_review),
    'to_decision', (select private.median_and_ninetieth(array_agg(tenth), array_agg(n)) from to_decision)
  ) into answer;
  return answer;
end
$$;

drop function private.median_and_ninetieth(double precision[]);

revoke all on function private.fold_application_tally(), private.tally_new_application(),
  private.tally_changed_applications(), private.tally_removed_applications(), private.tally_applications_anew(),
  private.tally_no_applications(), private.median_and_ninetieth(integer[], bigint[])
  from public, anon, authenticated;
