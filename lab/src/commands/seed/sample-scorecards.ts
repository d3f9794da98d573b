/**
 * Inserts a scorecard of every member who may score for the newest 5,000 scored samples numbered above `$1`. A member's
 * scores differ by criterion and have the sample's rating as their mean.
 */
export const insertScorecards = `
with members as (
  select u.id from auth.users u join public.user_roles m on m.user_id = u.id where m.access <> 'reader' for key share of u
),
reviewers as (
  select id, row_number() over (order by id) as number from members
),
criteria as (
  select key, row_number() over (order by position) as number, count(*) over () as total
    from public.rating_criteria where position is not null
),
scored as (
  select a.id, a.rating, a.status_changed_at
    from public.applications a
   where a.linkedin_profile > 'sample-builder-' || to_char($1::integer, 'FM0000000')
     and a.linkedin_profile ~ '^sample-builder-[0-9]{7}$' and a.rating > 0
   order by a.created_at desc
   limit 5000
),
rated as (
  insert into public.application_ratings (application_id, reviewer, criterion, score, at)
  select s.id, r.id, c.key, floor(s.rating + ((c.number + r.number) % c.total)::numeric / c.total), s.status_changed_at
    from scored s cross join reviewers r cross join criteria c
  on conflict do nothing
)
insert into public.application_scorecards (application_id, reviewer, overall)
select s.id, r.id, s.rating >= 3 from scored s cross join reviewers r
on conflict do nothing`;

/** Sets the ratings of samples to the exact means, which differ unless there are four criteria. */
export const updateRatings = `
update public.applications a set rating = m.mean
  from (select application_id, avg(score)::numeric(3, 2) as mean from public.application_ratings group by application_id) m
 where m.application_id = a.id and a.rating <> m.mean and a.linkedin_profile ~ '^sample-builder-[0-9]{7}$'`;
