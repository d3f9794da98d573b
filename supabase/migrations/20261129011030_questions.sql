-- On the floor `records`.
-- The wordings of the questions. A new wording is a new row, and rows never change.

-- The wording of the questions in each version.
create table public.question_sets (
  version integer primary key check (version > 0),
  wording jsonb not null check (wording ?& array['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7']),
  since timestamptz not null default now()
);

grant select on table public.question_sets to authenticated, service_role;

alter table public.question_sets enable row level security;

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

create policy "admins read the questions" on public.question_sets
  for select to authenticated
  using ((select public.is_admin()));

-- Refuses a change of a wording, because applications refer to it by its version.
-- No client may change one, so it is an error of PostgreSQL instead of private.refuse.
create function private.protect_question_sets() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise object_not_in_prerequisite_state using message = 'A wording of the questions stays. Insert a new version.';
end
$$;

create trigger protect_question_sets
  before update or delete on public.question_sets
  for each statement execute function private.protect_question_sets();

-- Returns the answers of an application with the alias `a` as SQL for jsonb_build_object, its columns named q and a
-- number. It returns SQL, because to_jsonb(a) with selected keys takes longer than the rest of an export.
create function private.answer_pairs() returns text
language sql stable set search_path = ''
as $$
  select string_agg(format('%L, a.%I', attname, attname), ', ' order by attnum)
    from pg_catalog.pg_attribute
   where attrelid = 'public.applications'::regclass and attname ~ '^q[0-9]+$' and not attisdropped
$$;
