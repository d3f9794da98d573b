-- How long applications took to be reviewed and decided, and how far they came, kept by month as it changes, of erased
-- ones too: the overview read each of them, two years of a million in a third of a second.

create table private.progress_tally (
  -- The first day of the month in which they came.
  month date not null,
  kind text not null,
  -- Of stages; '' of times.
  source text not null,
  -- Of times, in tenths of an hour; 0 of stages.
  tenth integer not null,
  n bigint not null,
  constraint progress_tally_pkey primary key (month, kind, source, tenth),
  constraint progress_tally_kind_check check (kind in ('review', 'decision', 'interview', 'accepted'))
);

-- What changes append until it is folded into the tally.
create table private.progress_tally_changes (
  month date not null,
  kind text not null,
  source text not null,
  tenth integer not null,
  n bigint not null
);

revoke all on table private.progress_tally, private.progress_tally_changes
  from public, anon, authenticated, service_role;

-- A time that something took as the overview counts it. PostgreSQL writes the body into the query.
create function private.tenths_of_hours(took interval) returns integer
language sql immutable parallel safe
as $$ select (date_part('epoch', took) / 360)::integer $$;

-- The lines in which one application is counted. PostgreSQL writes the body into the query.
create function private.progress_of(a public.applications)
returns table (month date, kind text, source text, tenth integer)
language sql stable
as $$
  select date_trunc('month', a.created_at at time zone 'UTC')::date, reached.kind,
         case when reached.kind in ('interview', 'accepted') then a.source else '' end,
         case when reached.kind in ('interview', 'accepted') then 0
           else private.tenths_of_hours(reached.at - a.created_at) end
    from (values ('review', a.first_reviewed_at), ('decision', a.decided_at),
                 ('interview', a.interviewed_at), ('accepted', a.accepted_at)) as reached (kind, at)
   where reached.at is not null
$$;

-- Moves what was appended into the tally: at most five thousand lines, by one caller at a time; a second one goes on
-- without.
create function private.fold_progress_tally() returns void
language plpgsql security definer set search_path = '' set jit = off
as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('private.fold_progress_tally')) then
    return;
  end if;
  with taken as (
    delete from private.progress_tally_changes c
     where c.ctid = any (array(select ctid from private.progress_tally_changes limit 5000 for update skip locked))
    returning c.*
  )
  insert into private.progress_tally as t
  select month, kind, source, tenth, sum(n) from taken group by 1, 2, 3, 4 having sum(n) <> 0
  on conflict on constraint progress_tally_pkey do update set n = t.n + excluded.n;
  -- A line that counts none would keep the source of an application that was erased.
  delete from private.progress_tally t where t.n = 0;
end
$$;

-- Appends what an application's change or removal adds and takes.
create function private.tally_progress() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.progress_tally_changes
  select p.month, p.kind, p.source, p.tenth, sum(p.n)
    from (
      select was.*, -1 as n from private.progress_of(old) was
      union all
      select is_now.*, 1 from private.progress_of(new) is_now
    ) p
   group by 1, 2, 3, 4
  having sum(p.n) <> 0;
  -- Without a counter that all would wait for.
  if random() < 0.001 then
    perform private.fold_progress_tally();
  end if;
  return null;
end
$$;

-- A new application is looked at by private.follow_new_application.
create trigger tally_changed_progress
  after update on public.applications
  for each row when (
    (old.created_at, old.source, old.first_reviewed_at, old.decided_at, old.interviewed_at, old.accepted_at)
    is distinct from
    (new.created_at, new.source, new.first_reviewed_at, new.decided_at, new.interviewed_at, new.accepted_at)
  )
  execute function private.tally_progress();

create trigger tally_removed_progress
  after delete on public.applications
  for each row when (coalesce(old.first_reviewed_at, old.decided_at, old.interviewed_at, old.accepted_at) is not null)
  execute function private.tally_progress();

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

-- Counts from the rows themselves.
create function private.tally_progress_anew() returns void
language plpgsql security definer set search_path = '' set jit = off
as $$
begin
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

revoke all on function private.tenths_of_hours(interval), private.progress_of(public.applications),
  private.fold_progress_tally(), private.tally_progress(), private.tally_erased_progress(),
  private.tally_progress_anew()
  from public, anon, authenticated;

create function pg_temp.write_into(of_function regprocedure, old_words text, new_words text) returns void
language plpgsql
as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if (length(definition) - length(replace(definition, old_words, ''))) <> length(old_words) then
    raise exception '% is not as this migration knows it.', of_function;
  end if;
  execute replace(definition, old_words, new_words);
end
$$;

select pg_temp.write_into(
  'private.fold_application_tally()',
  $old$  delete from private.application_tally t where t.n = 0;
$old$,
  $new$  delete from private.application_tally t where t.n = 0;
  perform private.fold_progress_tally();
$new$
);

select pg_temp.write_into(
  'private.tally_applications_anew()',
  $old$   group by 1, 2, 3, 4, 5;
$old$,
  $new$   group by 1, 2, 3, 4, 5;
  perform private.tally_progress_anew();
$new$
);

select pg_temp.write_into(
  'private.follow_new_application()',
  $old$  -- About every thousandth,$old$,
  $new$  -- One that comes with its times, as an import may bring it.
  if coalesce(new.first_reviewed_at, new.decided_at, new.interviewed_at, new.accepted_at) is not null then
    insert into private.progress_tally_changes select p.*, 1 from private.progress_of(new) p;
  end if;
  -- About every thousandth,$new$
);

drop function pg_temp.write_into(regprocedure, text, text);

-- In a block: the Supabase CLI may send each statement without a transaction that a lock could be held in.
do $$
begin
  lock table public.applications in share row exclusive mode;
  perform private.tally_progress_anew();
end
$$;

-- The overview of the days from `from_day` to `to_day` (UTC, inclusive, at most 731). Hours are counted from
-- submission. Applications that were erased since count as they did. Whole months come from the tally, the days before and
-- after them from the rows.
create or replace function public.review_numbers(from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  -- The whole months, from the first day of the first to the day after the last.
  whole_from date := (date_trunc('month', from_day::timestamp - interval '1 day') + interval '1 month')::date;
  whole_to date := date_trunc('month', to_day::timestamp + interval '1 day')::date;
  answer jsonb;
begin
  perform private.demand('reader');
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 731 then
    raise invalid_parameter_value using message = 'The days run from the earlier to the later, at most two years.';
  end if;
  if whole_from >= whole_to then
    whole_from := to_day + 1;
    whole_to := to_day + 1;
  end if;
  with counted as materialized (
    -- Lines of a day, and lines of a source and status.
    select c.day, c.confirmed, c.source, c.status, sum(c.n) as n
      from (
        select t.day, t.confirmed, t.source, t.status, t.n from private.application_tally t
        union all
        select t.day, t.confirmed, t.source, t.status, t.n from private.application_tally_changes t
        union all
        select e.day, e.confirmed, e.source, e.status, e.n from private.erased_tally e
      ) c
     where c.day between from_day and to_day
     group by grouping sets ((c.day, c.confirmed), (c.source, c.status, c.confirmed))
  ),
  by_day as (
    select c.day, sum(c.n) as n, coalesce(sum(c.n) filter (where c.confirmed), 0) as confirmed
      from counted c where c.day is not null group by c.day
  ),
  edges (first_day, next_day, begins, ends) as (
    select e.first_day, e.next_day, e.first_day::timestamp at time zone 'UTC', e.next_day::timestamp at time zone 'UTC'
      from (values (from_day, whole_from), (whole_to, to_day + 1)) as e (first_day, next_day)
  ),
  progress as materialized (
    select p.kind, p.source, p.tenth, sum(p.n) as n
      from (
        select t.kind, t.source, t.tenth, t.n from private.progress_tally t
         where t.month >= whole_from and t.month < whole_to
        union all
        select t.kind, t.source, t.tenth, t.n from private.progress_tally_changes t
         where t.month >= whole_from and t.month < whole_to
        union all
        select 'review', '', private.tenths_of_hours(a.first_reviewed_at - a.created_at), count(*)
          from edges join public.applications a on a.created_at >= edges.begins and a.created_at < edges.ends
         where a.first_reviewed_at is not null group by 3
        union all
        select 'decision', '', private.tenths_of_hours(a.decided_at - a.created_at), count(*)
          from edges join public.applications a on a.created_at >= edges.begins and a.created_at < edges.ends
         where a.decided_at is not null group by 3
        union all
        select stage.kind, s.source, 0, stage.n
          from (
            select a.source, count(*) as interviewed, count(a.accepted_at) as accepted
              from edges join public.applications a on a.created_at >= edges.begins and a.created_at < edges.ends
             where a.interviewed_at is not null group by 1
          ) s
         cross join lateral (values ('interview', s.interviewed), ('accepted', s.accepted)) as stage (kind, n)
        union all
        select e.kind, '', e.tenth, e.n
          from edges join private.erased_times e on e.day >= edges.first_day and e.day < edges.next_day
        union all
        select e.stage, e.source, 0, e.n
          from edges join private.erased_stages e on e.day >= edges.first_day and e.day < edges.next_day
      ) p
     group by 1, 2, 3
    having sum(p.n) <> 0
  ),
  stages as materialized (
    select p.source, coalesce(sum(p.n) filter (where p.kind = 'interview'), 0) as interviewed,
           coalesce(sum(p.n) filter (where p.kind = 'accepted'), 0) as accepted
      from progress p where p.kind in ('interview', 'accepted')
     group by 1
  )
  select jsonb_build_object(
    'total', (select coalesce(sum(n), 0) from by_day),
    'confirmed', (select coalesce(sum(confirmed), 0) from by_day),
    'per_day', (
      select jsonb_agg(jsonb_build_object(
          'day', d.day, 'applications', coalesce(c.n, 0), 'confirmed', coalesce(c.confirmed, 0)) order by d.day)
        from (select g::date as day from generate_series(from_day::timestamp, to_day::timestamp, '1 day') g) d
        left join by_day c on c.day = d.day
    ),
    'by_status', (
      select coalesce(jsonb_object_agg(status, n), '{}')
        from (select status, sum(n) as n from counted where day is null group by status having sum(n) > 0) s
    ),
    'by_source', (
      select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object(
          'reached_interview', coalesce(t.interviewed, 0), 'reached_accepted', coalesce(t.accepted, 0)
        ) order by s.applications desc, s.source), '[]')
        from (
          select source, sum(n) as applications, coalesce(sum(n) filter (where confirmed), 0) as confirmed,
                 coalesce(sum(n) filter (where status = 'accepted'), 0) as accepted
            from counted where day is null group by source having sum(n) > 0 order by sum(n) desc, source limit 20
        ) s
        left join stages t on t.source = s.source
    ),
    'reached_interview', (select coalesce(sum(interviewed), 0) from stages),
    'reached_accepted', (select coalesce(sum(accepted), 0) from stages),
    'to_review', (
      select private.median_and_ninetieth(array_agg(tenth), array_agg(n::bigint)) from progress where kind = 'review'),
    'to_decision', (
      select private.median_and_ninetieth(array_agg(tenth), array_agg(n::bigint)) from progress where kind = 'decision')
  ) into answer;
  return answer;
end
$$;

revoke all on function public.review_numbers(date, date) from public, anon, authenticated;
grant execute on function public.review_numbers(date, date) to authenticated;
