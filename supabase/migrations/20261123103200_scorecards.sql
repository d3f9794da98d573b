-- Who sees what others think: docs/review-data.md, "Fair scoring".

-- What one reviewer thinks of one application besides their scores by criterion (60_review_ratings).
create table public.application_scorecards (
  application_id uuid not null
    constraint application_scorecards_application_id_fkey references public.applications (id) on delete cascade,
  reviewer uuid not null
    constraint application_scorecards_reviewer_fkey references auth.users (id) on delete cascade,
  -- Whether they would take the applicant; null: not said, or taken back.
  overall boolean,
  -- Since when they may see what others think: the first time that their scorecard was complete. Never null again.
  saw_at timestamptz,
  -- The scores of that moment by criterion, and "overall"; what is not in it was given after seeing the others'.
  first_scores jsonb not null default '{}',
  constraint application_scorecards_pkey primary key (application_id, reviewer)
);
create index application_scorecards_reviewer_idx on public.application_scorecards (reviewer);
-- Those that may become complete when a criterion is retired.
create index application_scorecards_incomplete_idx on public.application_scorecards (application_id, reviewer)
  where saw_at is null and overall is not null;

revoke all on table public.application_scorecards from public, anon, authenticated;
grant select on table public.application_scorecards to service_role;

alter table public.application_scorecards enable row level security;

-- Whether a member sees what others think of an application: always, or once their own scorecard was complete. Who may
-- not score never does. Every function that tells scores, notes or who gave them asks this one.
create function private.sees_others(of_application uuid, of_member uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not (select s.hides_others_until_scored from public.review_settings s)
    or exists (
      select from public.application_scorecards c
       where c.application_id = of_application and c.reviewer = of_member and c.saw_at is not null)
$$;

-- Kinds of history that tell what a member thinks, or that they said it; all others tell how an application stands.
create function private.is_judgement(kind text) returns boolean
language sql immutable set search_path = ''
as $$
  select kind = 'rated' or kind like 'note%'
$$;

-- Whether the caller may know of a line of history or of the access log.
create function private.shows_deed(kind text, actor uuid, of_application uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not private.is_judgement(kind) or coalesce(actor = auth.uid(), false)
    or private.sees_others(of_application, auth.uid())
$$;

revoke all on function private.sees_others(uuid, uuid), private.is_judgement(text),
  private.shows_deed(text, uuid, uuid)
  from public, anon, authenticated;
