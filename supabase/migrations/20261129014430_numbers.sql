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
-- submission. Applications that were erased since count as they did.
create function public.review_numbers(from_day text, to_day text) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  zone constant text := private.lab_zone();
  first_day date;
  last_day date;
  answer jsonb;
begin
  perform private.demand('reader');
  first_day := private.checked_day(from_day);
  last_day := private.checked_day(to_day);
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day > 731 then
    raise invalid_parameter_value using message = 'The days run from the earlier to the later, at most two years.';
  end if;
  with present as (
    -- By day, by source and status, and by each time that something took.
    select grouping(a.day, a.source, a.reviewed, a.decided) as kept, a.day, a.confirmed, a.source, a.status, a.reviewed, a.decided,
           count(*) as n, count(a.interviewed_at) as interviewed, count(a.accepted_at) as accepted
      from (
        select (created_at at time zone zone)::date as day, email_confirmed_at is not null as confirmed, source, status,
               private.tenths_of_hours(first_reviewed_at - created_at) as reviewed,
               private.tenths_of_hours(decided_at - created_at) as decided, interviewed_at, accepted_at
          from public.applications
         where created_at >= private.day_begins(first_day, zone) and created_at < private.day_begins(last_day + 1, zone)
           and private.is_present(erasing_at)
      ) a
     group by grouping sets ((a.day, a.confirmed), (a.source, a.status, a.confirmed), (a.reviewed), (a.decided))
  ),
  facts as materialized (
    select case p.kept when 7 then 'day' when 11 then 'source' when 13 then 'reviewed' when 14 then 'decided' end as about,
           p.day, p.confirmed, p.source, p.status, coalesce(p.reviewed, p.decided) as tenths, p.n, p.interviewed, p.accepted
      from present p
    union all
    select of.about, e.day, e.confirmed, e.source, e.status, e.tenths,
           case when e.fact in ('received', 'reviewed', 'decided') then e.n else 0 end,
           case e.fact when 'interviewed' then e.n else 0 end, case e.fact when 'accepted' then e.n else 0 end
      from private.erased_facts e
     cross join lateral (
       select unnest(case e.fact when 'received' then array['day', 'source'] when 'reviewed' then array['reviewed']
                       when 'decided' then array['decided'] when 'declined' then '{}' else array['source'] end) as about
     ) of
     where e.day between first_day and last_day
  ),
  by_day as (
    select f.day, sum(f.n) as n, coalesce(sum(f.n) filter (where f.confirmed), 0) as confirmed
      from facts f where f.about = 'day' group by f.day
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
      select coalesce(jsonb_object_agg(s.status, s.n), '{}')
        from (select f.status, sum(f.n) as n from facts f where f.about = 'source' and f.n > 0 group by f.status) s
    ),
    'by_source', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.applications desc, s.source), '[]')
        from (
          select f.source, sum(f.n) as applications, coalesce(sum(f.n) filter (where f.confirmed), 0) as confirmed,
                 coalesce(sum(f.n) filter (where f.status = 'accepted'), 0) as accepted,
                 sum(f.interviewed) as reached_interview, sum(f.accepted) as reached_accepted
            from facts f where f.about = 'source' group by f.source having sum(f.n) > 0
           order by sum(f.n) desc, f.source limit 20
        ) s
    ),
    'by_reason', (
      select jsonb_agg(jsonb_build_object('reason', d.key, 'label', d.label, 'applications', coalesce(c.n, 0)) order by d.position)
        from public.decline_reasons d
        left join (
          select given.reason, sum(given.n) as n
            from (
              select r.reason, count(*) as n
                from private.application_decline_reasons r
                join public.applications a on a.id = r.application_id and a.current_period = r.period
               where private.is_present(a.erasing_at) and a.created_at >= private.day_begins(first_day, zone)
                 and a.created_at < private.day_begins(last_day + 1, zone)
               group by 1
              union all
              select e.reason, e.n from private.erased_facts e
               where e.fact = 'declined' and e.day between first_day and last_day
            ) given
           group by 1
        ) c on c.reason = d.key
    ),
    'reached_interview', (select coalesce(sum(f.interviewed), 0) from facts f where f.about = 'source'),
    'reached_accepted', (select coalesce(sum(f.accepted), 0) from facts f where f.about = 'source'),
    'to_review', (select private.median_and_ninetieth(array_agg(f.tenths), array_agg(f.n)) from facts f where f.about = 'reviewed' and f.tenths is not null),
    'to_decision', (select private.median_and_ninetieth(array_agg(f.tenths), array_agg(f.n)) from facts f where f.about = 'decided' and f.tenths is not null)
  ) into answer;
  return answer;
end
$$;

grant execute on function public.review_numbers to authenticated;
