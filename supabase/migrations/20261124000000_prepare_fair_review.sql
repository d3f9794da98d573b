-- What the rooms of the review share: a member's name, whom a note mentions, and who sees what others think.

alter table public.member_settings
  add column display_name text
    constraint member_settings_display_name_check check (
      char_length(display_name) between 1 and 80 and display_name = private.trimmed(display_name) and display_name !~ '[[:cntrl:]]'
    );

alter table public.review_settings
  add column hides_others_until_scored boolean not null default false;

create table public.note_mentions (
  note_id uuid not null
    constraint note_mentions_note_id_fkey references public.application_notes (id) on delete cascade,
  application_id uuid not null
    constraint note_mentions_application_id_fkey references public.applications (id) on delete cascade,
  member_id uuid not null
    constraint note_mentions_member_id_fkey references public.user_roles (user_id) on delete cascade,
  mentioned_by uuid,
  mentioned_at timestamptz not null default clock_timestamp(),
  constraint note_mentions_pkey primary key (note_id, member_id)
);
create index note_mentions_application_idx on public.note_mentions (application_id);
create index note_mentions_member_idx on public.note_mentions (member_id, mentioned_at);

revoke all on table public.note_mentions from public, anon, authenticated;
grant select on table public.note_mentions to service_role;

alter table public.note_mentions enable row level security;

-- Whether a member sees what others think of an application: always, or once their own scores are complete.
create function private.sees_others(of_application uuid, of_member uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not (select s.hides_others_until_scored from public.review_settings s)
    or not exists (
      select from public.rating_criteria c
       where not exists (
         select from public.application_ratings r
          where r.application_id = of_application and r.reviewer = of_member and r.criterion = c.key));
$$;

revoke all on function private.sees_others(uuid, uuid) from public, anon, authenticated;
