-- Who is invited may be called by a name from the first day on.

-- Keeps the name by which the others know a member (null or empty: none), and answers it as it is kept. Characters that are
-- not seen or that turn the direction of writing are refused: two names that look the same would hide who wrote.
create function private.keep_member_name(of_user uuid, name text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  kept text := nullif(private.trimmed(name), '');
begin
  if kept ~ '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202F\u205F-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]' then
    raise check_violation;
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
create or replace function public.review_name_save(name text) returns jsonb
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

revoke all on function private.keep_member_name(uuid, text) from public, anon, authenticated;

drop function public.review_admit(uuid, text, uuid);

-- For the function invite-admin, with the service role: lets an invited account in, in the inviter's name, and answers
-- the access that the person has then: that from before, where they were in already. `name` is what a newcomer is called
-- until they say otherwise; one that could not be kept is left out.
create function public.review_admit(user_id uuid, access text, invited_by uuid, name text default null) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.user_roles as r (user_id, role, access, invited_by)
  values (review_admit.user_id, 'admin', review_admit.access, review_admit.invited_by)
  on conflict on constraint user_roles_pkey do update
    set role = 'admin', access = excluded.access, invited_by = excluded.invited_by
    where r.role <> 'admin';
  if found and name is not null then
    begin
      perform private.keep_member_name(review_admit.user_id, name);
    exception when invalid_parameter_value then
      null;
    end;
  end if;
  return (select r.access from public.user_roles r where r.user_id = review_admit.user_id);
end
$$;

revoke all on function public.review_admit(uuid, text, uuid, text) from public, anon, authenticated;
grant execute on function public.review_admit(uuid, text, uuid, text) to service_role;
