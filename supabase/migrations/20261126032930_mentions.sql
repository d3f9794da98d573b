-- Mentions of members in notes, and the list of those that a member has not read.

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
  name text not null constraint written_names_name_check check (char_length(name) between 1 and 320),
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
