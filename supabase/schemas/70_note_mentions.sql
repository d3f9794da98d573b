-- Whom a note mentions.

create table public.note_mentions (
  note_id uuid not null
    constraint note_mentions_note_id_fkey references public.application_notes (id) on delete cascade,
  application_id uuid not null
    constraint note_mentions_application_id_fkey references public.applications (id) on delete cascade,
  member_id uuid not null
    constraint note_mentions_member_id_fkey references public.user_roles (user_id) on delete cascade,
  mentioned_by uuid,
  mentioned_at timestamptz not null default clock_timestamp(),
  -- As what the text calls the member; null: as they are called now.
  written_name text constraint note_mentions_written_name_check check (char_length(written_name) <= 320),
  constraint note_mentions_pkey primary key (note_id, member_id)
);
create index note_mentions_application_idx on public.note_mentions (application_id);
create index note_mentions_member_idx on public.note_mentions (member_id, mentioned_at);

revoke all on table public.note_mentions from public, anon, authenticated;
grant select on table public.note_mentions to service_role;

alter table public.note_mentions enable row level security;
