-- What reviewers think: ratings by criterion.

create table public.rating_criteria (
  key text primary key,
  label text not null,
  position smallint not null unique
);

create table public.application_ratings (
  application_id uuid not null references public.applications (id) on delete cascade,
  reviewer uuid not null references auth.users (id) on delete cascade,
  criterion text not null references public.rating_criteria (key),
  score smallint not null check (score between 1 and 5),
  at timestamptz not null default clock_timestamp(),
  primary key (application_id, reviewer, criterion)
);
create index application_ratings_reviewer_idx on public.application_ratings (reviewer);
create index application_ratings_criterion_idx on public.application_ratings (criterion);

revoke all on table public.rating_criteria, public.application_ratings from public, anon, authenticated;
grant select on table public.rating_criteria to authenticated, service_role;
grant select on table public.application_ratings to service_role;

alter table public.rating_criteria enable row level security;
alter table public.application_ratings enable row level security;

create policy "admins read the criteria" on public.rating_criteria
  for select to authenticated using ((select public.is_admin()));

insert into public.rating_criteria (key, label, position)
values ('craft', 'Craft', 1), ('product', 'Sense of product', 2), ('agents', 'Work with agents', 3), ('drive', 'Drive to ship', 4);

-- One person's score for one criterion; null takes it back. Answers the application's mean. `seen_score` is what the
-- screen showed (null: none; 0: whatever is there): with the same application open twice, a score given in one window
-- is not overwritten unseen by the other.
create function public.review_rate(
  application_id uuid, criterion text, score integer, seen_score integer default 0
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mean numeric(3, 2);
  given public.application_ratings;
begin
  perform private.demand('reviewer');
  if score is not null and score not between 1 and 5 then
    raise invalid_parameter_value using message = 'A score is a number from 1 to 5.';
  end if;
  perform from public.rating_criteria c where c.key = review_rate.criterion;
  if not found then
    raise invalid_parameter_value using message = format('There is no criterion "%s".', criterion);
  end if;
  perform from public.applications a where a.id = review_rate.application_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This application is no longer there.';
  end if;
  select * into given from public.application_ratings r
   where r.application_id = review_rate.application_id and r.reviewer = auth.uid() and r.criterion = review_rate.criterion;
  if seen_score is distinct from 0 and given.score is distinct from seen_score and given.score is distinct from score then
    raise sqlstate 'PT409' using
      message = 'You gave another score since you opened this.',
      detail = jsonb_build_object('score', given.score, 'at', given.at)::text;
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
  return jsonb_build_object('rating', mean);
end
$$;

revoke all on function public.review_rate(uuid, text, integer, integer)
  from public, anon, authenticated;
grant execute on function public.review_rate(uuid, text, integer, integer) to authenticated;
