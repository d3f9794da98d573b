-- On the floor `screens`.
-- The overview's figures.

-- Computes the median and ninetieth percentile of durations in tenths of hours with counts, as exact as the overview shows
-- them, over a few thousand rows at most. Sorting a million durations would take seconds.
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

-- The overview of the days from `from_day` to `to_day` in the lab's time zone (inclusive, at most 731). Hours are counted from
-- submission. Applications that were erased since count as they did. Whole months come from the tally, the days before and
-- after them from the rows.
create function public.review_numbers(from_day text, to_day text) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  zone constant text := private.lab_zone();
  first_day date;
  last_day date;
  -- The whole months, from the first day of the first to the day after the last.
  whole_from date;
  whole_to date;
  answer jsonb;
begin
  perform private.demand('reader');
  first_day := private.checked_day(from_day);
  last_day := private.checked_day(to_day);
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day > 731 then
    raise invalid_parameter_value using message = 'The days run from the earlier to the later, at most two years.';
  end if;
  whole_from := (date_trunc('month', first_day::timestamp - interval '1 day') + interval '1 month')::date;
  whole_to := date_trunc('month', last_day::timestamp + interval '1 day')::date;
  if whole_from >= whole_to then
    whole_from := last_day + 1;
    whole_to := last_day + 1;
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
     where c.day between first_day and last_day
     group by grouping sets ((c.day, c.confirmed), (c.source, c.status, c.confirmed))
  ),
  by_day as (
    select c.day, sum(c.n) as n, coalesce(sum(c.n) filter (where c.confirmed), 0) as confirmed
      from counted c where c.day is not null group by c.day
  ),
  edges (starts, stops, begins, ends) as (
    select e.starts, e.stops, private.day_begins(e.starts, zone), private.day_begins(e.stops, zone)
      from (values (first_day, whole_from), (whole_to, last_day + 1)) as e (starts, stops)
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
         where a.first_reviewed_at is not null and private.is_present(a.erasing_at) group by 3
        union all
        select 'decision', '', private.tenths_of_hours(a.decided_at - a.created_at), count(*)
          from edges join public.applications a on a.created_at >= edges.begins and a.created_at < edges.ends
         where a.decided_at is not null and private.is_present(a.erasing_at) group by 3
        union all
        select stage.kind, s.source, 0, stage.n
          from (
            select a.source, count(*) as interviewed, count(a.accepted_at) as accepted
              from edges join public.applications a on a.created_at >= edges.begins and a.created_at < edges.ends
             where a.interviewed_at is not null and private.is_present(a.erasing_at) group by 1
          ) s
         cross join lateral (values ('interview', s.interviewed), ('accepted', s.accepted)) as stage (kind, n)
        union all
        select e.kind, '', e.tenth, e.n
          from edges join private.erased_times e on e.day >= edges.starts and e.day < edges.stops
        union all
        select e.stage, e.source, 0, e.n
          from edges join private.erased_stages e on e.day >= edges.starts and e.day < edges.stops
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
        from (select g::date as day from generate_series(first_day::timestamp, last_day::timestamp, '1 day') g) d
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
    'by_reason', (
      select jsonb_agg(jsonb_build_object('reason', d.key, 'label', d.label, 'n', coalesce(c.n, 0)) order by d.place)
        from public.decline_reasons d
        left join (
          select given.reason, sum(given.n) as n
            from (
              select r.reason, count(*) as n
                from private.declined_reasons r
                join public.applications a on a.id = r.application_id and a.current_period = r.period
               where private.is_present(a.erasing_at) and a.created_at >= private.day_begins(first_day, zone)
                 and a.created_at < private.day_begins(last_day + 1, zone)
               group by 1
              union all
              select e.reason, e.n from private.erased_reasons e where e.day between first_day and last_day
            ) given
           group by 1
        ) c on c.reason = d.key
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

revoke all on function public.review_numbers from public, anon, authenticated;
grant execute on function public.review_numbers to authenticated;
