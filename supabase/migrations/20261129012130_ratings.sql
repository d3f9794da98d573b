-- On the floor `reading`.
-- The reviewers' scores and who sees them (docs/review-data.md, "Fair scoring").

-- One reviewer's opinion of one application besides their scores by criterion.
create table public.application_scorecards (
  application_id uuid not null
    constraint application_scorecards_application_id_fkey references public.applications (id) on delete cascade,
  reviewer uuid not null
    constraint application_scorecards_reviewer_fkey references auth.users (id) on delete cascade,
  -- The overall answer, null if none was given or it was removed.
  overall boolean,
  -- The time from which they may see others' opinions, when their scorecard was first complete. Never null again.
  revealed_at timestamptz,
  -- The scores of that time by criterion, and "overall". Missing ones were given after the others' were visible.
  first_scores jsonb not null default '{}',
  constraint application_scorecards_pkey primary key (application_id, reviewer)
);

grant select on table public.application_scorecards to service_role;

alter table public.application_scorecards enable row level security;

create index application_scorecards_reviewer_idx on public.application_scorecards (reviewer);

-- Scorecards that may become complete when a criterion is retired.
create index application_scorecards_incomplete_idx on public.application_scorecards (application_id, reviewer)
  where revealed_at is null and overall is not null;

-- Returns true if a member sees others' opinions of an application, always, or after their own scorecard was complete. A
-- member who may not score never does. Every function that returns scores, notes or their authors calls it.
create function private.sees_others(of_application uuid, of_member uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not (select s.hides_others_until_scored from public.review_settings s)
    or exists (
      select from public.application_scorecards c
       where c.application_id = of_application and c.reviewer = of_member and c.revealed_at is not null)
$$;

-- Returns an application's mean, 0 if it has no scores or the caller does not see others' opinions of it.
create function private.seen_rating(a public.applications) returns numeric
language sql stable set search_path = ''
as $$
  select case when private.sees_others(a.id, auth.uid()) then a.rating else 0 end
$$;

-- Kinds of history that reveal a member's opinion, or that they gave one. All others are about the application's state.
create function private.is_opinion(kind text) returns boolean
language sql immutable set search_path = ''
as $$
  select kind = 'rated' or kind like 'note%'
$$;

-- Returns true if the caller may see a line of history or of the access log.
create function private.shows_action(kind text, actor uuid, of_application uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not private.is_opinion(kind) or coalesce(actor = auth.uid(), false)
    or private.sees_others(of_application, auth.uid())
$$;

-- The criteria of scores.
create table public.rating_criteria (
  key text primary key,
  label text not null,
  -- Null for a retired criterion, which is no longer asked. Its scores stay.
  position smallint constraint rating_criteria_position_key unique deferrable,
  anchors text[] not null
    constraint rating_criteria_anchors_check check (cardinality(anchors) = 5 and array_position(anchors, null) is null)
);

grant select on table public.rating_criteria to authenticated, service_role;

alter table public.rating_criteria enable row level security;

insert into public.rating_criteria (key, label, position, anchors)
values
  ('craft', 'Craft', 1,
    '{"No evidence", "Rough, breaks in use", "Sound, with gaps", "Clean and dependable", "Outstanding"}'),
  ('product', 'Sense of product', 2,
    '{"No evidence", "Builds what is asked for", "Knows who it is for", "Leaves out what does not matter", "Outstanding"}'),
  ('agents', 'Work with agents', 3,
    '{"No evidence", "Has lines completed", "Hands over whole tasks", "Ships products with them", "Outstanding"}'),
  ('drive', 'Drive to ship', 4,
    '{"No evidence", "Starts more than ships", "Ships now and then", "Ships every quarter", "Outstanding"}');

-- A reviewer's score of one criterion.
create table public.application_ratings (
  application_id uuid not null references public.applications (id) on delete cascade,
  reviewer uuid not null references auth.users (id) on delete cascade,
  criterion text not null references public.rating_criteria (key),
  score smallint not null check (score between 1 and 5),
  at timestamptz not null default clock_timestamp(),
  primary key (application_id, reviewer, criterion)
);

grant select on table public.application_ratings to service_role;

alter table public.application_ratings enable row level security;

create index application_ratings_reviewer_idx on public.application_ratings (reviewer);
create index application_ratings_criterion_idx on public.application_ratings (criterion);

create policy "admins read the criteria" on public.rating_criteria
  for select to authenticated using ((select public.is_admin()));

-- A scorecard's scores by criterion, and "overall" where it is said.
create function private.own_scores(card public.application_scorecards) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(r.criterion, r.score), '{}')
    || case when card.overall is null then '{}' else jsonb_build_object('overall', card.overall) end
    from public.application_ratings r
   where r.application_id = card.application_id and r.reviewer = card.reviewer
$$;

-- The opinions of rounds that ended, by criterion and "overall". They are kept and not counted.
create table public.application_earlier_scorecards (
  application_id uuid not null
    constraint application_earlier_scorecards_application_id_fkey references public.applications (id) on delete cascade,
  round smallint not null,
  reviewer uuid not null
    constraint application_earlier_scorecards_reviewer_fkey references auth.users (id) on delete cascade,
  scores jsonb not null,
  constraint application_earlier_scorecards_pkey primary key (application_id, round, reviewer)
);

grant select on table public.application_earlier_scorecards to service_role;

alter table public.application_earlier_scorecards enable row level security;

create index application_earlier_scorecards_reviewer_idx on public.application_earlier_scorecards (reviewer);

-- Moves the opinions of an application, whose row the caller has locked, to its earlier ones, for a round that ends.
create function private.end_scorecards(a public.applications) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.application_earlier_scorecards (application_id, round, reviewer, scores)
  select a.id, a.round, o.reviewer, o.scores
    from (
      select r.reviewer,
             private.own_scores(row(a.id, r.reviewer, c.overall, null, '{}')::public.application_scorecards) as scores
        from (
          select t.reviewer from public.application_ratings t where t.application_id = a.id
          union
          select s.reviewer from public.application_scorecards s where s.application_id = a.id
        ) r
        left join public.application_scorecards c on c.application_id = a.id and c.reviewer = r.reviewer
    ) o
   where o.scores <> '{}';
  delete from public.application_ratings t where t.application_id = a.id;
  delete from public.application_scorecards s where s.application_id = a.id;
  update public.applications t set rating = 0 where t.id = a.id;
end
$$;

-- The earlier opinions of an application that the caller may see.
create function private.earlier_scorecards(of_application uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'round', e.round, 'reviewer', e.reviewer, 'email', private.address_of(u.email, u.phone), 'scores', e.scores)
      order by e.round desc, u.email), '[]')
    from public.application_earlier_scorecards e
    join auth.users u on u.id = e.reviewer
   where e.application_id = of_application
     and (e.reviewer = auth.uid() or private.sees_others(of_application, auth.uid()))
$$;

-- Stores the first complete scorecards, each with a score for every current criterion and the overall answer. From then on
-- the reviewer sees the others'. Null as one argument means all applications or all reviewers.
create function private.save_first_scorecards(of_application uuid, of_reviewer uuid) returns void
language sql set search_path = ''
as $$
  update public.application_scorecards c
     set revealed_at = clock_timestamp(),
         first_scores = private.own_scores(c)
   where c.revealed_at is null and c.overall is not null
     and (of_application is null or c.application_id = of_application)
     and (of_reviewer is null or c.reviewer = of_reviewer)
     and not exists (
       select from public.rating_criteria k
        where k.position is not null and not exists (
          select from public.application_ratings r
           where r.application_id = c.application_id and r.reviewer = c.reviewer and r.criterion = k.key))
$$;

-- Marks the caller as having seen others' scores of these applications, when they learn them in another way, so that their
-- later scores are marked.
create function private.reveal_others(ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into public.application_scorecards as c (application_id, reviewer, revealed_at, first_scores)
  select id, auth.uid(), clock_timestamp(),
         private.own_scores(row(id, auth.uid(), null, null, '{}')::public.application_scorecards)
    from unnest(ids) as id
  on conflict on constraint application_scorecards_pkey do update
    set revealed_at = excluded.revealed_at, first_scores = private.own_scores(c)
    where c.revealed_at is null
$$;

-- The scorecards of an application that the caller may see.
create function private.scorecards(of_application uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'reviewer', c.reviewer, 'email', private.address_of(u.email, u.phone), 'overall', c.overall, 'revealed_at', c.revealed_at, 'first_scores', c.first_scores)
      order by u.email), '[]')
    from public.application_scorecards c
    join auth.users u on u.id = c.reviewer
   where c.application_id = of_application
     and (c.reviewer = auth.uid() or private.sees_others(of_application, auth.uid()))
$$;

-- The criteria that are asked, then retired ones for which the caller sees a score of this application.
create function private.criteria_of(of_application uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
      'key', k.key, 'label', k.label, 'position', k.position, 'anchors', k.anchors,
      'is_retired', k.position is null) order by k.position, k.label)
    from public.rating_criteria k
   where k.position is not null or exists (
     select from public.application_ratings r
      where r.application_id = of_application and r.criterion = k.key
        and (r.reviewer = auth.uid() or private.sees_others(of_application, auth.uid())))
$$;

-- Refuses a caller who may not score, and locks the application, so that its mean includes all scores. Criteria cannot
-- change in the meantime.
create function private.begin_scoring(of_application uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.demand('reviewer');
  perform pg_advisory_xact_lock_shared(hashtext('public.rating_criteria'));
  perform private.locked_application(of_application);
end
$$;

-- Sets one person's score for one criterion, or removes it with null. Returns the application's mean, null if the caller
-- does not see others' scores. `seen_score` is the displayed score (null for none, 0 for any). It prevents that a second
-- window overwrites a score unseen.
create function public.review_rate(
  application_id uuid, criterion text, score integer, seen_score integer default 0
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mean numeric(3, 2);
  given public.application_ratings;
begin
  perform private.begin_scoring(review_rate.application_id);
  if score is not null and score not between 1 and 5 then
    perform private.refuse(400, 'invalid_value', 'A score is a number from 1 to 5.');
  end if;
  if not exists (select from public.rating_criteria c where c.key = review_rate.criterion and c.position is not null) then
    perform private.refuse(400, 'invalid_value', format('There is no criterion "%s".', criterion));
  end if;
  select * into given from public.application_ratings r
   where r.application_id = review_rate.application_id and r.reviewer = auth.uid() and r.criterion = review_rate.criterion;
  if seen_score is distinct from 0 and given.score is distinct from seen_score and given.score is distinct from score then
    perform private.refuse(
      409, 'version_conflict', 'You gave another score since you opened this.',
      jsonb_build_object('score', given.score, 'at', given.at));
  end if;
  if score is null then
    delete from public.application_ratings r
     where r.application_id = review_rate.application_id and r.reviewer = auth.uid() and r.criterion = review_rate.criterion;
  else
    insert into public.application_ratings as r (application_id, reviewer, criterion, score)
    values (review_rate.application_id, auth.uid(), review_rate.criterion, review_rate.score)
    on conflict on constraint application_ratings_pkey
      do update set score = excluded.score, at = clock_timestamp();
  end if;
  select coalesce(avg(r.score), 0) into mean
    from public.application_ratings r where r.application_id = review_rate.application_id;
  update public.applications a set rating = mean where a.id = review_rate.application_id;
  perform private.record_event(review_rate.application_id, 'rated', jsonb_build_object('criterion', criterion, 'score', score));
  perform private.save_first_scorecards(review_rate.application_id, auth.uid());
  return jsonb_build_object(
    'rating', case when private.sees_others(review_rate.application_id, auth.uid()) then mean end);
end
$$;

-- Sets the overall answer, or removes it with null. Returns true if the caller sees others' opinions.
create function public.review_rate_overall(application_id uuid, overall boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_scoring(review_rate_overall.application_id);
  insert into public.application_scorecards as c (application_id, reviewer, overall)
  values (review_rate_overall.application_id, auth.uid(), review_rate_overall.overall)
  on conflict on constraint application_scorecards_pkey do update set overall = excluded.overall;
  perform private.record_event(
    review_rate_overall.application_id, 'rated',
    jsonb_build_object('criterion', 'overall', 'overall', review_rate_overall.overall));
  perform private.save_first_scorecards(review_rate_overall.application_id, auth.uid());
  return jsonb_build_object('sees_others', private.sees_others(review_rate_overall.application_id, auth.uid()));
end
$$;

grant execute on function public.review_rate, public.review_rate_overall to authenticated;
