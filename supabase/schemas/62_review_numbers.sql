-- The overview's figures.

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

-- The overview of the days from `from_day` to `to_day` (UTC, inclusive, at most 731). Hours are counted from
-- submission. Applications that were erased since count as they did.
create function public.review_numbers(from_day date, to_day date) returns jsonb
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
    select a.day, a.confirmed, a.source, a.status, sum(a.n) as n
      from (
        select c.day, c.email_confirmed_at is not null as confirmed, c.source, c.status, c.n
          from private.counted_applications c
        union all
        select e.day, e.confirmed, e.source, e.status, e.n from private.erased_tally e
      ) a
     where a.day between from_day and to_day
     group by 1, 2, 3, 4
  ),
  stages as materialized (
    select s.source, sum(s.interviewed) as interviewed, sum(s.accepted) as accepted
      from (
        select a.source, count(*) as interviewed, count(a.accepted_at) as accepted
          from public.applications a
         where a.interviewed_at is not null and a.created_at >= begins and a.created_at < ends
         group by 1
        union all
        select e.source, coalesce(sum(e.n) filter (where e.stage = 'interview'), 0),
               coalesce(sum(e.n) filter (where e.stage = 'accepted'), 0)
          from private.erased_stages e where e.day between from_day and to_day
         group by 1
      ) s
     group by 1
  ),
  to_review as (
    select (date_part('epoch', a.first_reviewed_at - a.created_at) / 360)::integer as tenth, count(*) as n
      from public.applications a
     where a.first_reviewed_at is not null and a.created_at >= begins and a.created_at < ends
     group by 1
     union all
    select e.tenth, e.n from private.erased_times e where e.kind = 'review' and e.day between from_day and to_day
  ),
  to_decision as (
    select (date_part('epoch', a.decided_at - a.created_at) / 360)::integer as tenth, count(*) as n
      from public.applications a
     where a.decided_at is not null and a.created_at >= begins and a.created_at < ends
     group by 1
     union all
    select e.tenth, e.n from private.erased_times e where e.kind = 'decision' and e.day between from_day and to_day
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
      select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object(
          'reached_interview', coalesce(t.interviewed, 0), 'reached_accepted', coalesce(t.accepted, 0)
        ) order by s.applications desc, s.source), '[]')
        from (
          select source, sum(n) as applications, coalesce(sum(n) filter (where confirmed), 0) as confirmed,
                 coalesce(sum(n) filter (where status = 'accepted'), 0) as accepted
            from counted group by source having sum(n) > 0 order by sum(n) desc, source limit 20
        ) s
        left join stages t on t.source = s.source
    ),
    'reached_interview', (select coalesce(sum(interviewed), 0) from stages),
    'reached_accepted', (select coalesce(sum(accepted), 0) from stages),
    'to_review', (select private.median_and_ninetieth(array_agg(tenth), array_agg(n)) from to_review),
    'to_decision', (select private.median_and_ninetieth(array_agg(tenth), array_agg(n)) from to_decision)
  ) into answer;
  return answer;
end
$$;

revoke all on function private.median_and_ninetieth(integer[], bigint[]), public.review_numbers(date, date)
  from public, anon, authenticated;
grant execute on function public.review_numbers(date, date) to authenticated;
