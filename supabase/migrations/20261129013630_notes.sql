-- On the floor `review`.
-- Reviewers' notes with all versions and the members that they mention. A removed note can be restored for a day.

-- A mention in a text is an @ and one character of the private use area, U+E000 and following, which counts the members
-- in `mentioned`. Readers get the present names.
create table public.application_notes (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references public.applications (id) on delete cascade,
  author uuid,
  author_email text, -- personal data
  body text not null constraint application_notes_body_check check (char_length(body) between 1 and 10000), -- personal data
  mentioned uuid[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The application's round in which it was written.
  round smallint not null default 1,
  removed_at timestamptz,
  removed_by uuid
);

grant select on table public.application_notes to service_role;

alter table public.application_notes enable row level security;

create index application_notes_application_idx on public.application_notes (application_id, created_at);
create index application_notes_removed_at_idx on public.application_notes (removed_at) where removed_at is not null;

-- Every version of a note.
create table public.application_note_versions (
  note_id uuid not null references public.application_notes (id) on delete cascade,
  version integer not null,
  body text not null, -- personal data
  mentioned uuid[] not null default '{}',
  editor uuid,
  editor_email text, -- personal data
  at timestamptz not null default clock_timestamp(),
  primary key (note_id, version)
);

grant select on table public.application_note_versions to service_role;

alter table public.application_note_versions enable row level security;

-- Returns true if the caller may see a note, removed or not, because it is their own or they see others' opinions.
create function private.sees_note(note public.application_notes) returns boolean
language sql stable set search_path = ''
as $$
  select private.sees_others(note.application_id, auth.uid())
    or (note.author = auth.uid() and not exists (
      select from public.application_note_versions v where v.note_id = note.id and v.editor is distinct from auth.uid()))
$$;

create function private.shows_note(note public.application_notes) returns boolean
language sql stable set search_path = ''
as $$
  select note.removed_at is null and private.sees_note(note)
$$;

-- Returns the text of a note or an answer in its stored form, trimmed, 1 to 10,000 characters.
create function private.checked_text(body text, what text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  kept text := private.trimmed(body);
begin
  if kept is null or kept = '' then
    perform private.refuse(400, 'invalid_text', format('%s has at least one character.', what));
  end if;
  if char_length(kept) > 10000 then
    perform private.refuse(
      400, 'invalid_text',
      format('%s has at most 10,000 characters. This one has %s.', what, to_char(char_length(kept), 'FM999,999,999')));
  end if;
  return kept;
end
$$;

-- Counts a note, an edit or an answer of the caller, and refuses those beyond the limit of a member's day.
create function private.limit_notes() returns void
language plpgsql set search_path = ''
as $$
begin
  if not private.may_member('note') then
    perform private.refuse(422, 'too_many_notes', 'You reached the limit of notes and answers for one day. Try again tomorrow.');
  end if;
end
$$;

-- The members that a note mentions, for their notices and digests.
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

grant select on table public.note_mentions to service_role;

alter table public.note_mentions enable row level security;

create index note_mentions_application_idx on public.note_mentions (application_id);
create index note_mentions_member_idx on public.note_mentions (member_id, mentioned_at);

-- The mentions in notes that are not removed.
create view private.present_mentions as
  select m.* from public.note_mentions m join public.application_notes n on n.id = m.note_id where n.removed_at is null;

-- Returns a written text in its stored form. "@Name" of one of these members becomes a mention, as a whole word and not in
-- an e-mail address. Of several members with one name the first is the one in the text.
create function private.stored_note(written text, members uuid[], out body text, out mentioned uuid[])
language plpgsql stable set search_path = ''
as $$
declare
  named record;
  marked text;
begin
  body := private.checked_text(regexp_replace(written, '[\uE000-\uE03F]', '', 'g'), 'A note');
  mentioned := '{}';
  for named in
    select m.id, regexp_replace(private.member_name(m.id), '([^[:alnum:] ])', '\\\1', 'g') as pattern
      from unnest(members) with ordinality as m (id, place)
     where private.member_name(m.id) <> ''
     order by char_length(private.member_name(m.id)) desc, m.place
     limit 64
  loop
    marked := regexp_replace(body, '(?<![[:alnum:]._%+-])@' || named.pattern || '(?![[:alnum:]])',
      '@' || chr(57344 + cardinality(mentioned)), 'g');
    if marked <> body then
      body := marked;
      mentioned := mentioned || named.id;
    end if;
  end loop;
end
$$;

-- Returns a stored text with the present names of its mentions. An erased member has none.
create function private.shown_text(body text, mentioned uuid[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  for place in 1 .. cardinality(mentioned) loop
    body := replace(body, chr(57343 + place), coalesce(private.member_name(mentioned[place]), '…'));
  end loop;
  return body;
end
$$;

-- Returns a note for readers, with the members that it mentions.
create function private.shown_note(n public.application_notes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(n) - array['mentioned', 'removed_at', 'removed_by'] || jsonb_build_object(
    'body', private.shown_text(n.body, n.mentioned),
    'mentions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'member_id', m.member_id, 'name', private.member_name(m.member_id)
      ) order by m.mentioned_at, m.member_id), '[]')
        from public.note_mentions m where m.note_id = n.id))
$$;

create function private.shown_version(v public.application_note_versions) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(v) - 'mentioned' || jsonb_build_object('body', private.shown_text(v.body, v.mentioned))
$$;

-- Stores a note's mentions, those of the given members that its text has. A repeated mention keeps its time, so that an edit
-- notifies no member twice.
create function private.set_mentions(note public.application_notes, members uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given uuid[] := array(select distinct m from unnest(members) as m where m is not null);
begin
  if cardinality(given) > 20 then
    perform private.refuse(
      400, 'invalid_mentions', format('A note mentions at most 20 members. This one mentions %s.', cardinality(given)));
  end if;
  if exists (
    select from unnest(given) as m
     where not exists (select from public.user_roles r where r.user_id = m and r.role = 'admin')
  ) then
    perform private.refuse(400, 'invalid_mentions', 'A note can only mention members.');
  end if;
  given := array(select m from unnest(given) as m where m = any (note.mentioned));
  delete from public.note_mentions m where m.note_id = note.id and m.member_id <> all (given);
  insert into public.note_mentions (note_id, application_id, member_id, mentioned_by)
  select note.id, note.application_id, m, auth.uid() from unnest(given) as m
  on conflict on constraint note_mentions_pkey do nothing;
end
$$;

-- Adds the present version of a note to its versions and stores its mentions. All versions of an application's notes have at
-- most 500 KB, because our data API bounds an answer, and one member must not stop others from opening it. Edits that
-- shorten a note may use 100 KB more, so that words can be taken out of a full application. Rows count too, and
-- each mention as the longest name.
create function private.save_version(note public.application_notes, mentions uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  total bigint;
  shortens boolean;
begin
  insert into public.application_note_versions (note_id, version, body, mentioned, editor, editor_email)
  values (note.id, note.version, note.body, note.mentioned, auth.uid(), private.caller_email());
  select sum(s.bytes),
         sum(s.bytes) filter (where s.note_id = note.id and s.version = note.version)
           < sum(s.bytes) filter (where s.note_id = note.id and s.version = note.version - 1)
    into total, shortens
    from (
      select v.note_id, v.version,
             400 + octet_length(regexp_replace(v.body, '[\uE000-\uE03F]', repeat('.', 320), 'g')) + 400 * cardinality(v.mentioned) as bytes
        from public.application_note_versions v join public.application_notes n on n.id = v.note_id
       where n.application_id = note.application_id
    ) s;
  if total > (case when shortens then 600000 else 500000 end) then
    perform private.refuse(
      422, 'too_many_notes', 'The notes on this application are full, with their earlier versions. Remove a note, and write again a day later.');
  end if;
  perform private.set_mentions(note, mentions);
end
$$;

-- For reviewers. Adds a note that mentions these members, and its first version.
create function public.review_note_add(application_id uuid, body text, mentions uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
  note public.application_notes;
begin
  perform private.demand('reviewer');
  perform private.limit_notes();
  a := private.locked_application(review_note_add.application_id);
  insert into public.application_notes (application_id, author, author_email, body, mentioned, round)
  select a.id, auth.uid(), private.caller_email(), w.body, w.mentioned, a.round
    from private.stored_note(review_note_add.body, mentions) w
  returning * into note;
  perform private.record_event(note.application_id, 'note_added', jsonb_build_object('note', note.id));
  perform private.save_version(note, mentions);
  return private.shown_note(note);
end
$$;

-- Returns a note, locked after its application as an erasure locks them, or null.
create function private.locked_note(of_note uuid) returns public.application_notes
language plpgsql set search_path = ''
as $$
declare
  note public.application_notes;
begin
  perform from public.applications a
   where a.id = (select n.application_id from public.application_notes n where n.id = of_note)
     and private.is_present(a.erasing_at)
     for key share;
  if found then
    select * into note from public.application_notes n where n.id = of_note for update;
  end if;
  return note;
end
$$;

-- Any reviewer may edit a note, which then mentions only these members. The authors of versions stay readable. While
-- others' scores are hidden only the author may, because another's words in it would reveal an opinion.
create function public.review_note_edit(note_id uuid, seen_version integer, body text, mentions uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  note public.application_notes;
  words record;
begin
  perform private.demand('reviewer');
  perform private.limit_notes();
  note := private.locked_note(note_id);
  if note.id is null or not private.shows_note(note) then
    perform private.refuse(404, 'not_found', 'This note no longer exists.');
  end if;
  if note.version >= 200 then
    perform private.refuse(422, 'too_many_edits', 'This note was edited 200 times. Write a new one.');
  end if;
  if note.author is distinct from auth.uid() and (select s.hides_others_until_scored from public.review_settings s) then
    perform private.refuse(403, 'not_yours', 'While others'' scores are hidden, only the author can edit a note.');
  end if;
  if note.version is distinct from seen_version then
    perform private.refuse(409, 'version_conflict', 'Someone else changed this note since you opened it.', private.shown_version(v))
       from public.application_note_versions v where v.note_id = note.id and v.version = note.version;
  end if;
  -- A mention of someone who is no longer a member stays one.
  select * into words from private.stored_note(review_note_edit.body, mentions || note.mentioned);
  update public.application_notes n
     set body = words.body, mentioned = words.mentioned, version = n.version + 1, updated_at = clock_timestamp()
   where n.id = note.id
  returning * into note;
  perform private.record_event(note.application_id, 'note_edited', jsonb_build_object('note', note.id, 'version', note.version));
  perform private.save_version(note, mentions);
  return private.shown_note(note);
end
$$;

-- For a note's author and for owners. Removing a removed one is no error. It can be restored for a day.
create function public.review_note_remove(note_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  note public.application_notes;
begin
  perform private.demand('reviewer');
  note := private.locked_note(note_id);
  if note.id is null or not private.shows_note(note) then
    return;
  end if;
  if note.author is distinct from auth.uid() and public.my_access() <> 'owner' then
    perform private.refuse(403, 'not_yours', 'Only the author or an owner can remove a note.');
  end if;
  update public.application_notes n set removed_at = clock_timestamp(), removed_by = auth.uid() where n.id = note.id;
  perform private.record_event(note.application_id, 'note_removed', '{}');
end
$$;

-- For readers. Returns every version of a note, the latest first. Reading them opens the application.
create function public.review_note_versions(note_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_application uuid;
begin
  perform private.demand('reader');
  select n.application_id into of_application from public.application_notes n
   where n.id = review_note_versions.note_id and private.shows_note(n) and private.is_application_present(n.application_id);
  if not found then
    perform private.refuse(404, 'not_found', 'This note no longer exists.');
  end if;
  perform private.log_opening(of_application);
  return (
    select coalesce(jsonb_agg(private.shown_version(v) order by v.version desc), '[]')
      from public.application_note_versions v where v.note_id = review_note_versions.note_id
  );
end
$$;

-- For the member who removed it, and for owners. Restores a removed note. Restoring twice is no error.
create function public.review_note_restore(note_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  note public.application_notes;
begin
  perform private.demand('reviewer');
  note := private.locked_note(note_id);
  if note.id is null or not private.sees_note(note) then
    perform private.refuse(404, 'not_found', 'This note was deleted permanently.');
  end if;
  if note.removed_at is null then
    perform private.log_opening(note.application_id);
    return private.shown_note(note);
  end if;
  if note.removed_by is distinct from auth.uid() and public.my_access() <> 'owner' then
    perform private.refuse(403, 'not_yours', 'Only an owner can restore what someone else removed.');
  end if;
  update public.application_notes n set removed_at = null, removed_by = null where n.id = note.id
  returning * into note;
  perform private.record_event(note.application_id, 'note_added', jsonb_build_object('note', note.id, 'restored', true));
  return private.shown_note(note);
end
$$;

grant execute on function public.review_note_add, public.review_note_edit,
  public.review_note_remove, public.review_note_versions, public.review_note_restore to authenticated;
