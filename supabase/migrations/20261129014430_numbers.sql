-- On the floor `screens`.
-- The overview's figures.

-- The overview of the days from `from_day` to `to_day` in the lab's time zone (inclusive, at most 731). Hours are counted from
-- submission. Applications that were erased since count as they did.
create function public.review_numbers(from_day text, to_day text) returns jsonb
language plpgsql stable security definer
-- With the usual cost of a random page PostgreSQL would read the whole table instead of applications_newest_idx: 100 ms of
-- processor time instead of 60 at 100,000 applications.
set search_path = '' set jit = off set random_page_cost = 1.1
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
    perform private.refuse(400, 'invalid_day', 'The last day must be at most two years after the first one.');
  end if;
  -- A statement of this text is planned for these days, and PostgreSQL may use both processors.
  execute $query$
  with present as not materialized (
    select * from public.applications a where a.created_at >= $3 and a.created_at < $4 and private.is_present(a.erasing_at)
  ),
  erased as (
    select * from private.erased_facts e where e.day between $1 and $2
  ),
  by_day as (
    select d.day, c.n + coalesce(e.n, 0) as n, c.confirmed + coalesce(e.confirmed, 0) as confirmed
      from (select g::date as day from generate_series($1::timestamp, $2::timestamp, '1 day') g) d
     cross join lateral (
       select count(*) as n, count(a.email_confirmed_at) as confirmed
         from public.applications a
        where a.created_at >= private.day_begins(d.day, $5) and a.created_at < private.day_begins(d.day + 1, $5)
          and private.is_present(a.erasing_at)
     ) c
      left join (
        select e.day, sum(e.applications) as n, sum(e.applications) filter (where e.confirmed) as confirmed
          from erased e where e.fact = 'received' group by 1
      ) e on e.day = d.day
  ),
  by_source as (
    select f.source, f.status, sum(f.n) as n, sum(f.confirmed) as confirmed, sum(f.interviewed) as interviewed,
           sum(f.accepted) as accepted
      from (
        select a.source, a.status, count(*) as n, count(a.email_confirmed_at) as confirmed,
               count(a.interviewed_at) as interviewed, count(a.accepted_at) as accepted
          from present a group by 1, 2
        union all
        select e.source, e.status, case e.fact when 'received' then e.applications else 0 end, case when e.confirmed then e.applications else 0 end,
               case e.fact when 'interviewed' then e.applications else 0 end, case e.fact when 'accepted' then e.applications else 0 end
          from erased e where e.fact in ('received', 'interviewed', 'accepted')
      ) f
     group by 1, 2
  ),
  times as (
    select count(t.reviewed) as reviewed, percentile_disc(array[0.5, 0.9]) within group (order by t.reviewed) as to_review,
           count(t.decided) as decided, percentile_disc(array[0.5, 0.9]) within group (order by t.decided) as to_decision
      from (
        select private.tenths_of_hours(a.first_reviewed_at - a.created_at) as reviewed,
               private.tenths_of_hours(a.decided_at - a.created_at) as decided
          from present a where coalesce(a.first_reviewed_at, a.decided_at) is not null
        union all
        select case e.fact when 'reviewed' then e.tenths_of_hours end, case e.fact when 'decided' then e.tenths_of_hours end
          from erased e cross join generate_series(1, e.applications) where e.fact in ('reviewed', 'decided')
      ) t
  )
  select jsonb_build_object(
    'total', (select sum(n) from by_day),
    'confirmed', (select sum(confirmed) from by_day),
    'per_day', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'applications', d.n, 'confirmed', d.confirmed) order by d.day)
        from by_day d
    ),
    'by_status', (
      select coalesce(jsonb_object_agg(s.status, s.n), '{}')
        from (select f.status, sum(f.n) as n from by_source f where f.n > 0 group by f.status) s
    ),
    'by_source', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.applications desc, s.source), '[]')
        from (
          select f.source, sum(f.n) as applications, sum(f.confirmed) as confirmed,
                 coalesce(sum(f.n) filter (where f.status = 'accepted'), 0) as accepted,
                 sum(f.interviewed) as reached_interview, sum(f.accepted) as reached_accepted
            from by_source f group by f.source having sum(f.n) > 0
           order by sum(f.n) desc, f.source limit 20
        ) s
    ),
    'by_reason', (
      select jsonb_agg(jsonb_build_object('reason', d.key, 'label', d.label, 'applications', coalesce(c.n, 0)) order by d.position)
        from public.decline_reasons d
        left join (
          select given.reason, sum(given.n) as n
            from (
              select p.decline_reason as reason, count(*) as n
                from public.application_status_periods p
                join present a on a.id = p.application_id and a.current_period = p.number
               where p.decline_reason is not null
               group by 1
              union all
              select e.reason, e.applications from erased e where e.fact = 'declined'
            ) given
           group by 1
        ) c on c.reason = d.key
    ),
    'reached_interview', (select coalesce(sum(f.interviewed), 0) from by_source f),
    'reached_accepted', (select coalesce(sum(f.accepted), 0) from by_source f),
    'to_review', jsonb_build_object(
      'count', t.reviewed, 'median', round(t.to_review[1] / 10.0, 1), 'ninetieth', round(t.to_review[2] / 10.0, 1)),
    'to_decision', jsonb_build_object(
      'count', t.decided, 'median', round(t.to_decision[1] / 10.0, 1), 'ninetieth', round(t.to_decision[2] / 10.0, 1)))
    from times t
  $query$ into answer using first_day, last_day, private.day_begins(first_day, zone), private.day_begins(last_day + 1, zone), zone;
  return answer;
end
$$;

grant execute on function public.review_numbers to authenticated;
