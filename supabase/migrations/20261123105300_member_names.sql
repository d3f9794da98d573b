-- By what the lab's people know each other: a name of one's own, else what stands before the @ of the address.

-- What a member is called; null for an account that is gone.
create function private.member_name(of_user uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(s.display_name, split_part(private.address_of(u.email, u.phone), '@', 1))
    from auth.users u left join public.member_settings s on s.user_id = u.id
   where u.id = of_user
$$;

-- A name without what hardly shows: case, width, blanks, and Cyrillic and Greek letters that look like Latin ones.
create function private.folded_name(name text) returns text
language sql immutable set search_path = ''
as $$
  select translate(
    regexp_replace(lower(normalize(name, NFKC) collate "und-x-icu"), '\s+', ' ', 'g'),
    'авеёкмнорстухіїјѕһԁԛԝαβεζηικμνορτυχ',
    'abeëkmhopctyxiïjshdqwabezhikmnoptyx')
$$;

-- Keeps the name by which the others know a member (null or empty: none), and answers it as it is kept. Characters that are
-- not seen or that turn the direction of writing are refused, and names that look like another member's: they would hide who
-- wrote.
create function private.keep_member_name(of_user uuid, name text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  kept text := nullif(private.trimmed(name), '');
begin
  if kept ~ '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202F\u205F-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]' then
    raise check_violation;
  end if;
  -- Two who choose the same name at once: the second waits here and then sees the first one's.
  perform pg_advisory_xact_lock(hashtext('public.member_settings'));
  if exists (
    select from public.user_roles r
     where r.user_id <> of_user and r.role = 'admin'
       and private.folded_name(private.member_name(r.user_id)) = private.folded_name(kept)
  ) then
    raise invalid_parameter_value using message = 'Another member has this name or one that looks like it.';
  end if;
  insert into public.member_settings as s (user_id, display_name) values (of_user, kept)
  on conflict on constraint member_settings_pkey do update set display_name = excluded.display_name;
  return kept;
exception when check_violation then
  raise invalid_parameter_value using
    message = 'A name has at most 80 characters, on one line, each of which can be seen.';
end
$$;

-- Sets or clears (null or empty) the name that the others read in place of the caller's address.
create function public.review_name_save(name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept text;
begin
  perform private.demand('reader');
  kept := private.keep_member_name(auth.uid(), name);
  return jsonb_build_object('display_name', kept, 'name', private.member_name(auth.uid()));
end
$$;

revoke all on function private.member_name(uuid), private.folded_name(text), private.keep_member_name(uuid, text), public.review_name_save(text)
  from public, anon, authenticated;
grant execute on function public.review_name_save(text) to authenticated;
