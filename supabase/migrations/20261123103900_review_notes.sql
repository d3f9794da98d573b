-- What reviewers write: notes, with every version kept.

create table public.application_notes (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references public.applications (id) on delete cascade,
  author uuid,
  author_email text,
  body text not null constraint application_notes_body_check check (char_length(body) between 1 and 10000),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index application_notes_application_idx on public.application_notes (application_id, created_at);

create table public.application_note_versions (
  note_id uuid not null references public.application_notes (id) on delete cascade,
  version integer not null,
  body text not null,
  editor uuid,
  editor_email text,
  at timestamptz not null default clock_timestamp(),
  primary key (note_id, version)
);

revoke all on table public.application_notes, public.application_note_versions from public, anon, authenticated;
grant select on table public.application_notes, public.application_note_versions to service_role;

alter table public.application_notes enable row level security;
alter table public.application_note_versions enable row level security;

-- Whether the caller may know of a note: it is theirs alone, or they see what others think.
create function private.shows_note(note public.application_notes) returns boolean
language sql stable set search_path = ''
as $$
  select private.sees_others(note.application_id, auth.uid())
    or (note.author = auth.uid() and not exists (
      select from public.application_note_versions v where v.note_id = note.id and v.editor is distinct from auth.uid()))
$$;

-- The words of a note or an answer as they are stored: trimmed, 1 to 10,000 characters.
create function private.checked_words(body text, what text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  kept text := private.trimmed(body);
begin
  if kept is null or kept = '' then
    raise invalid_parameter_value using message = format('%s has at least one character.', what);
  end if;
  if char_length(kept) > 10000 then
    raise invalid_parameter_value using
      message = format('%s has at most 10,000 characters; this one has %s.', what, to_char(char_length(kept), 'FM999,999,999'));
  end if;
  return kept;
end
$$;

-- For reviewers: adds a note that mentions these members, and its first version.
create function public.review_note_add_mentioning(application_id uuid, body text, mentions uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  note public.application_notes;
begin
  perform private.demand('reviewer');
  perform private.locked_application(review_note_add_mentioning.application_id);
  insert into public.application_notes (application_id, author, author_email, body)
  values (review_note_add_mentioning.application_id, auth.uid(), private.caller_email(),
          private.checked_words(review_note_add_mentioning.body, 'A note'))
  returning * into note;
  insert into public.application_note_versions (note_id, version, body, editor, editor_email)
  values (note.id, note.version, note.body, note.author, note.author_email);
  perform private.record_event(note.application_id, 'noted', jsonb_build_object('note', note.id));
  perform private.set_mentions(note, mentions);
  return private.shown_note(note);
end
$$;

-- Any reviewer may edit a note, which then mentions these members and no others; who wrote which version stays readable. While
-- others' scores are hidden it is the author alone: words of another in it would tell what the other thinks.
create function public.review_note_edit_mentioning(note_id uuid, seen_version integer, body text, mentions uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  note public.application_notes;
begin
  perform private.demand('reviewer');
  select * into note from public.application_notes n where n.id = review_note_edit_mentioning.note_id for update;
  if not found or not private.shows_note(note) then
    raise sqlstate 'PT404' using message = 'This note is no longer there.';
  end if;
  if note.author is distinct from auth.uid() and (select s.hides_others_until_scored from public.review_settings s) then
    raise insufficient_privilege using message = 'While others'' scores are hidden, only its author edits a note.';
  end if;
  if note.version <> seen_version then
    perform private.refuse_conflict('Someone else changed this note since you opened it.', to_jsonb(v))
       from public.application_note_versions v where v.note_id = note.id and v.version = note.version;
  end if;
  update public.application_notes n
     set body = private.checked_words(review_note_edit_mentioning.body, 'A note'), version = n.version + 1, updated_at = clock_timestamp()
   where n.id = note.id
  returning * into note;
  insert into public.application_note_versions (note_id, version, body, editor, editor_email)
  values (note.id, note.version, note.body, auth.uid(), private.caller_email());
  perform private.record_event(note.application_id, 'note_edited', jsonb_build_object('note', note.id, 'version', note.version));
  perform private.set_mentions(note, mentions);
  return private.shown_note(note);
end
$$;

-- For a note's author and for owners; removing one that is gone is no error. It can be put back: 72_removed_notes.
create function public.review_note_remove(note_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  note public.application_notes;
begin
  perform private.demand('reviewer');
  select * into note from public.application_notes n where n.id = review_note_remove.note_id for update;
  if not found or not private.shows_note(note) then
    return;
  end if;
  if note.author is distinct from auth.uid() and public.review_access() <> 'owner' then
    raise insufficient_privilege using message = 'Only its author or an owner removes a note.';
  end if;
  perform private.keep_removed_note(note.id);
  delete from public.application_notes n where n.id = note.id;
  perform private.record_event(note.application_id, 'note_removed', '{}');
end
$$;

-- For readers: every version of a note, the latest first. Reading them opens the application.
create function public.review_note_versions(note_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_application uuid;
begin
  perform private.demand('reader');
  select n.application_id into of_application from public.application_notes n
   where n.id = review_note_versions.note_id and private.shows_note(n);
  if not found then
    raise sqlstate 'PT404' using message = 'This note is no longer there.';
  end if;
  perform private.log_opening(of_application);
  return (
    select coalesce(jsonb_agg(to_jsonb(v) order by v.version desc), '[]')
      from public.application_note_versions v where v.note_id = review_note_versions.note_id
  );
end
$$;

revoke all on function private.shows_note(public.application_notes), private.checked_words(text, text),
  public.review_note_add_mentioning(uuid, text, uuid[]), public.review_note_edit_mentioning(uuid, integer, text, uuid[]),
  public.review_note_remove(uuid), public.review_note_versions(uuid)
  from public, anon, authenticated;
grant execute on function public.review_note_add_mentioning(uuid, text, uuid[]),
  public.review_note_edit_mentioning(uuid, integer, text, uuid[]), public.review_note_remove(uuid), public.review_note_versions(uuid)
  to authenticated;
