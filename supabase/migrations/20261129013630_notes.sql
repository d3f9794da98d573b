-- On the floor `review`.
-- Reviewers' notes with all versions and the members that they mention. A removed note can be restored for a day.

-- Reviewers' notes with all versions. What becomes of mentions is in *_mentions.sql.
create table public.application_notes (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references public.applications (id) on delete cascade,
  author uuid,
  author_email text, -- personal data
  body text not null constraint application_notes_body_check check (char_length(body) between 1 and 10000), -- personal data
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The application's round in which it was written.
  round smallint not null default 1
);

revoke all on table public.application_notes from public, anon, authenticated;
grant select on table public.application_notes to service_role;

alter table public.application_notes enable row level security;

create index application_notes_application_idx on public.application_notes (application_id, created_at);

-- Every version of a note.
create table public.application_note_versions (
  note_id uuid not null references public.application_notes (id) on delete cascade,
  version integer not null,
  body text not null, -- personal data
  editor uuid,
  editor_email text, -- personal data
  at timestamptz not null default clock_timestamp(),
  primary key (note_id, version)
);

revoke all on table public.application_note_versions from public, anon, authenticated;
grant select on table public.application_note_versions to service_role;

alter table public.application_note_versions enable row level security;

-- Returns true if the caller may see a note, because it is their own or they see others' opinions.
create function private.shows_note(note public.application_notes) returns boolean
language sql stable set search_path = ''
as $$
  select private.sees_others(note.application_id, auth.uid())
    or (note.author = auth.uid() and not exists (
      select from public.application_note_versions v where v.note_id = note.id and v.editor is distinct from auth.uid()))
$$;

-- Returns the text of a note or an answer in its stored form, trimmed, 1 to 10,000 characters.
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

-- Counts a note or an edit of the caller, and refuses those beyond the limit of a member's day, because the erasure of a
-- member reads all that they wrote.
create function private.limit_notes() returns void
language plpgsql set search_path = ''
as $$
begin
  if private.is_limited() and (
    select private.count_subject('note member ' || auth.uid(), l.per_caller, l.period, k) > 0
      from private.rate_limits l cross join private.hash_keys k where l.purpose = 'note'
  ) then
    raise sqlstate 'PT422' using message = 'You wrote as many notes as one day allows. Please try again tomorrow.';
  end if;
end
$$;

-- The mentions of a note. Its text contains "@Name", and the member's id is stored next to it, so that renaming changes
-- nothing.
create table public.note_mentions (
  note_id uuid not null
    constraint note_mentions_note_id_fkey references public.application_notes (id) on delete cascade,
  application_id uuid not null
    constraint note_mentions_application_id_fkey references public.applications (id) on delete cascade,
  member_id uuid not null
    constraint note_mentions_member_id_fkey references public.user_roles (user_id) on delete cascade,
  mentioned_by uuid,
  mentioned_at timestamptz not null default clock_timestamp(),
  -- The member's name in the text, null for the present name.
  written_name text constraint note_mentions_written_name_check check (char_length(written_name) <= 320), -- personal data
  constraint note_mentions_pkey primary key (note_id, member_id)
);

revoke all on table public.note_mentions from public, anon, authenticated;
grant select on table public.note_mentions to service_role;

alter table public.note_mentions enable row level security;

-- Returns the name of a mention in the note's text.
create function private.mention_text(mention public.note_mentions) returns text
language sql stable security definer set search_path = ''
as $$
  select '@' || coalesce(mention.written_name, private.member_name(mention.member_id))
$$;

-- Returns a note for readers, with its row and its mentions by the name in the text and the present name.
create function private.shown_note(n public.application_notes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(n) || jsonb_build_object('mentions', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'member_id', m.member_id, 'written', private.mention_text(m), 'name', private.member_name(m.member_id)
    ) order by m.mentioned_at, m.member_id), '[]')
      from public.note_mentions m where m.note_id = n.id
  ))
$$;

-- Stores a note's mentions, those of the given members whose "@Name" is in its text. A repeated mention keeps its time, so
-- that an edit notifies nobody twice.
create function private.set_mentions(note public.application_notes, members uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant uuid[] := array(select distinct m from unnest(members) as m where m is not null);
begin
  if cardinality(given) > 20 then
    raise invalid_parameter_value using
      message = format('A note mentions at most 20 people; this one mentions %s.', cardinality(given));
  end if;
  if exists (
    select from unnest(given) as m
     where not exists (select from public.user_roles r where r.user_id = m and r.role = 'admin')
  ) then
    raise invalid_parameter_value using message = 'A note mentions people of the lab only.';
  end if;
  delete from public.note_mentions m where m.note_id = note.id and m.member_id <> all (given);
  insert into public.note_mentions (note_id, application_id, member_id, mentioned_by, written_name)
  select note.id, note.application_id, m, auth.uid(), private.member_name(m)
    from unnest(given) as m
   where strpos(note.body, '@' || private.member_name(m)) > 0
  on conflict on constraint note_mentions_pkey do nothing;
end
$$;

-- For reviewers. Adds a note that mentions these members, and its first version.
create function public.review_note_add_mentioning(application_id uuid, body text, mentions uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
  note public.application_notes;
begin
  perform private.demand('reviewer');
  perform private.limit_notes();
  a := private.locked_application(review_note_add_mentioning.application_id);
  insert into public.application_notes (application_id, author, author_email, body, round)
  values (a.id, auth.uid(), private.caller_email(), private.checked_words(review_note_add_mentioning.body, 'A note'), a.round)
  returning * into note;
  insert into public.application_note_versions (note_id, version, body, editor, editor_email)
  values (note.id, note.version, note.body, note.author, note.author_email);
  perform private.record_event(note.application_id, 'noted', jsonb_build_object('note', note.id));
  perform private.set_mentions(note, mentions);
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
create function public.review_note_edit_mentioning(note_id uuid, seen_version integer, body text, mentions uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  note public.application_notes;
begin
  perform private.demand('reviewer');
  perform private.limit_notes();
  note := private.locked_note(note_id);
  if note.id is null or not private.shows_note(note) then
    raise sqlstate 'PT404' using message = 'This note is no longer there.';
  end if;
  if note.version >= 200 then
    raise sqlstate 'PT422' using message = 'This note was edited 200 times. Write a new one.';
  end if;
  if note.author is distinct from auth.uid() and (select s.hides_others_until_scored from public.review_settings s) then
    raise insufficient_privilege using message = 'While others'' scores are hidden, only its author edits a note.';
  end if;
  if note.version is distinct from seen_version then
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

-- The note with its versions and mentions. Its texts are stored separately too, because the applicant may request them
-- without learning their authors.
create table private.removed_notes (
  note_id uuid constraint removed_notes_pkey primary key,
  application_id uuid not null
    constraint removed_notes_application_id_fkey references public.applications (id) on delete cascade,
  texts text[] not null, -- personal data
  kept_note jsonb not null, -- personal data
  removed_by uuid,
  removed_at timestamptz not null default clock_timestamp()
);

-- Keeps a note that is about to be deleted.
create function private.keep_removed_note(of_note uuid) returns void
language sql set search_path = ''
as $$
  insert into private.removed_notes (note_id, application_id, texts, kept_note, removed_by)
  select n.id, n.application_id,
         array(select v.body from public.application_note_versions v where v.note_id = n.id order by v.version),
         jsonb_build_object(
           'note', to_jsonb(n),
           'versions', (select jsonb_agg(to_jsonb(v)) from public.application_note_versions v where v.note_id = n.id),
           'mentions', (select jsonb_agg(to_jsonb(m)) from public.note_mentions m where m.note_id = n.id)),
         auth.uid()
    from public.application_notes n where n.id = of_note
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
  if note.author is distinct from auth.uid() and public.review_access() <> 'owner' then
    raise insufficient_privilege using message = 'Only its author or an owner removes a note.';
  end if;
  perform private.keep_removed_note(note.id);
  delete from public.application_notes n where n.id = note.id;
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
    raise sqlstate 'PT404' using message = 'This note is no longer there.';
  end if;
  perform private.log_opening(of_application);
  return (
    select coalesce(jsonb_agg(to_jsonb(v) order by v.version desc), '[]')
      from public.application_note_versions v where v.note_id = review_note_versions.note_id
  );
end
$$;

create index note_mentions_application_idx on public.note_mentions (application_id);
create index note_mentions_member_idx on public.note_mentions (member_id, mentioned_at);
create index removed_notes_application_idx on private.removed_notes (application_id);

-- Returns true if the caller may see a removed note, because it was their own or they see others' opinions.
create function private.shows_removed_note(removed private.removed_notes) returns boolean
language sql stable set search_path = ''
as $$
  select private.sees_others(removed.application_id, auth.uid())
    or (removed.kept_note -> 'note' ->> 'author' = auth.uid()::text and not exists (
      select from jsonb_array_elements(removed.kept_note -> 'versions') v
       where v ->> 'editor' is distinct from auth.uid()::text))
$$;

-- For the member who removed it, and for owners. Restores a note with its number, author, versions, and mentions of
-- present members. Restoring twice is no error.
create function public.review_note_restore(note_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  k private.removed_notes;
  there public.application_notes;
begin
  perform private.demand('reviewer');
  perform from public.applications a
   where a.id = (select r.application_id from private.removed_notes r where r.note_id = review_note_restore.note_id)
     for key share;
  delete from private.removed_notes r
   where r.note_id = review_note_restore.note_id
     and (r.removed_by = auth.uid() or public.review_access() = 'owner')
     and private.shows_removed_note(r) and private.is_application_present(r.application_id)
  returning * into k;
  if not found then
    if exists (select from private.removed_notes r where r.note_id = review_note_restore.note_id
                 and private.shows_removed_note(r) and private.is_application_present(r.application_id)) then
      raise insufficient_privilege using message = 'Only an owner puts back what someone else removed.';
    end if;
    select * into there from public.application_notes n
     where n.id = review_note_restore.note_id and private.shows_note(n) and private.is_application_present(n.application_id);
    if found then
      perform private.log_opening(there.application_id);
      return private.shown_note(there);
    end if;
    raise sqlstate 'PT404' using message = 'This note is gone for good.';
  end if;
  insert into public.application_notes
  select * from jsonb_populate_record(null::public.application_notes, k.kept_note -> 'note');
  insert into public.application_note_versions
  select * from jsonb_populate_recordset(null::public.application_note_versions, k.kept_note -> 'versions');
  insert into public.note_mentions
  select m.* from jsonb_populate_recordset(null::public.note_mentions, nullif(k.kept_note -> 'mentions', 'null')) m
   where exists (select from public.user_roles r where r.user_id = m.member_id);
  perform private.record_event(k.application_id, 'noted', jsonb_build_object('note', k.note_id, 'restored', true));
  return (select private.shown_note(n) from public.application_notes n where n.id = k.note_id);
end
$$;

-- After any edit of a note, mentions without a name in the text are removed.
create function private.drop_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.note_mentions m
   where m.note_id = new.id and strpos(new.body, private.mention_text(m)) = 0;
  return null;
end
$$;

create trigger drop_mentions
  after update of body on public.application_notes
  for each row execute function private.drop_mentions();

-- The names by which notes mention members, kept until their accounts are erased. Mentions and a member's own name end
-- with the membership, the words in the notes stay.
create table private.written_names (
  user_id uuid not null
    constraint written_names_user_id_fkey references auth.users (id) on delete cascade,
  name text not null constraint written_names_name_check check (char_length(name) between 1 and 320), -- personal data
  constraint written_names_pkey primary key (user_id, name)
);

create function private.keep_written_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.written_names (user_id, name) values (new.member_id, new.written_name)
  on conflict on constraint written_names_pkey do nothing;
  return null;
end
$$;

create trigger keep_written_name
  after insert on public.note_mentions
  for each row when (new.written_name <> '')
  execute function private.keep_written_name();

-- A name is written without a mention too.
create function private.keep_former_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.written_names (user_id, name)
  select u.id, old.display_name from auth.users u where u.id = old.user_id
  on conflict on constraint written_names_pkey do nothing;
  return null;
end
$$;

create trigger keep_former_name
  after delete on public.member_settings
  for each row when (old.display_name <> '')
  execute function private.keep_former_name();

-- A text as a pattern that finds it and nothing else.
create function private.as_pattern(words text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(words, '([^[:alnum:] ])', '\\\1', 'g')
$$;

-- Returns the pattern of a name after its @, whole, not as the beginning of another member's longer name, and not in an
-- e-mail address. It looks one character back, because a longer look reads the text from its start for each match.
create function private.mention_pattern(name text, of_user uuid) returns text
language sql stable set search_path = '' set jit = off
as $$
  select '(?<![[:alnum:]])@' || private.as_pattern(mention_pattern.name) || coalesce(string_agg(
      format('(?!%s)', private.as_pattern(substr(longer.name, char_length(mention_pattern.name) + 1))), ''), '')
      || '(?![[:alnum:]])'
    from (
      select private.member_name(r.user_id) as name from public.user_roles r where r.user_id <> of_user
      union
      select m.written_name from public.note_mentions m where m.member_id <> of_user
    ) longer
   where starts_with(longer.name, mention_pattern.name) and longer.name <> mention_pattern.name
$$;

-- Returns a text without these mentions. A text that is full of them costs as little as one with a hundred, and there the
-- beginning of a longer name is a mention too.
create function private.without_mentions(words text, name text, pattern text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when strpos(words, '@' || name) = 0 then words
    when char_length(words) - char_length(replace(words, '@' || name, '')) > 100 * (char_length(name) + 1)
      then replace(words, '@' || name, '@…')
    else regexp_replace(words, pattern, '@…', 'g')
  end
$$;

-- Takes a member's name out of every note that calls them by it, for their account is erased. Where the same name means
-- another member, it stays.
create function private.forget_name(of_user uuid) returns void
language plpgsql set search_path = '' set jit = off
as $$
declare
  called record;
begin
  for called in
    select names.name, private.mention_pattern(names.name, of_user) as pattern
      from (
        select private.member_name(of_user) as name
        union
        select w.name from private.written_names w where w.user_id = of_user
      ) names
     where names.name <> ''
     order by char_length(names.name) desc
  loop
    update public.application_note_versions v set body = private.without_mentions(v.body, called.name, called.pattern)
     where strpos(v.body, '@' || called.name) > 0
       and not exists (
         select from public.note_mentions other
          where other.note_id = v.note_id and other.member_id <> of_user and other.written_name = called.name);
    update public.application_notes n set body = private.without_mentions(n.body, called.name, called.pattern)
     where strpos(n.body, '@' || called.name) > 0
       and not exists (
         select from public.note_mentions other
          where other.note_id = n.id and other.member_id <> of_user and other.written_name = called.name);
    delete from private.removed_notes k
     where exists (
       select from unnest(k.texts) as words where private.without_mentions(words, called.name, called.pattern) <> words);
  end loop;
  delete from private.removed_notes k
   where k.removed_by = of_user or strpos(k.kept_note::text, of_user::text) > 0;
end
$$;

revoke all on function public.review_note_add_mentioning, public.review_note_edit_mentioning, public.review_note_remove,
  public.review_note_versions, public.review_note_restore from public, anon, authenticated;
grant execute on function public.review_note_add_mentioning, public.review_note_edit_mentioning,
  public.review_note_remove, public.review_note_versions, public.review_note_restore to authenticated;
