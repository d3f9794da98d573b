-- By what the lab's people know each other: a name of one's own, else what stands before the @ of the address.

-- What a member is called; null for an account that is gone.
create function private.member_name(of_user uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(s.display_name, split_part(u.email, '@', 1))
    from auth.users u left join public.member_settings s on s.user_id = u.id
   where u.id = of_user
$$;

-- Sets or clears (null or empty) the name that the others read in place of the caller's address. Characters that are not
-- seen or that turn the direction of writing are refused: two names that look the same would hide who wrote.
create function public.review_name_save(name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept text := nullif(private.trimmed(name), '');
begin
  perform private.demand('reader');
  if kept ~ '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202F\u205F-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]' then
    raise check_violation;
  end if;
  insert into public.member_settings as s (user_id, display_name) values (auth.uid(), kept)
  on conflict on constraint member_settings_pkey do update set display_name = excluded.display_name;
  return jsonb_build_object('display_name', kept, 'name', private.member_name(auth.uid()));
exception when check_violation then
  raise invalid_parameter_value using
    message = 'A name has at most 80 characters, on one line, each of which can be seen.';
end
$$;

revoke all on function private.member_name(uuid), public.review_name_save(text) from public, anon, authenticated;
grant execute on function public.review_name_save(text) to authenticated;

-- Writes other words into a function as it stands, so that what else changed it stays. Refuses where they are not there once.
create function pg_temp.write_into(of_function regprocedure, old_words text, new_words text) returns void
language plpgsql
as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if (length(definition) - length(replace(definition, old_words, ''))) <> length(old_words) then
    raise exception '% is not as this migration knows it.', of_function;
  end if;
  execute replace(definition, old_words, new_words);
end
$$;

select pg_temp.write_into(
  'public.review_people()',
  $old$'user_id', r.user_id, 'email', u.email,$old$,
  $new$'user_id', r.user_id, 'name', private.member_name(r.user_id), 'email', u.email,$new$
);

select pg_temp.write_into(
  'public.review_me()',
  $old$    'email', private.caller_email(),
$old$,
  $new$    'name', private.member_name(auth.uid()),
    'email', private.caller_email(),
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
