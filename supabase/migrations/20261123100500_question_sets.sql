-- The questions as they were worded; a new wording is a new row, never a change of an old one.

create table public.question_sets (
  version integer primary key check (version > 0),
  wording jsonb not null check (wording ?& array['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7']),
  since timestamptz not null default now()
);

revoke all on table public.question_sets from public, anon, authenticated;
grant select on table public.question_sets to authenticated, service_role;

alter table public.question_sets enable row level security;

create policy "admins read the questions" on public.question_sets
  for select to authenticated
  using ((select public.is_admin()));

insert into public.question_sets (version, wording)
values (1, '{
  "q1": "I can program in any language, given a day to get used to it.",
  "q2": "I can deploy to a server environment I have never seen before.",
  "q3": "I have a pile of ideas that I want to build.",
  "q4": "I can spot the feature request with the best return on investment.",
  "q5": "I use AI to ship whole products alone.",
  "q6": "I can take a product through its full cycle, from architecture to support, in one week.",
  "q7": "I work with AI agents as co-pilots, every day."
}');

-- The version that a visitor says they read, where it is known; else the newest.
create function private.known_questions(asked text, newest integer) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(
    (select q.version from public.question_sets q where q.version = substring(asked from '^[0-9]{1,6}$')::integer), newest
  )
$$;

revoke all on function private.known_questions(text, integer) from public, anon, authenticated;
