-- Names and sectors have two characters that show, and of a profile the profile alone is kept.

-- Characters that show nothing count for nothing: white space, controls, fillers and what Unicode lets a reader ignore.
-- The same set as functions/_shared/contract/visible.ts. What was let in before gets a name that shows.
update public.applications set name = 'No visible name'
 where name !~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF].*[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]';
update public.applications set sectors = 'No visible sectors'
 where sectors !~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF].*[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]';

alter table public.applications
  drop constraint applications_name_check,
  add constraint applications_name_check check (
    char_length(name) <= 200
    and name ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF].*[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  ),
  drop constraint applications_sectors_check,
  add constraint applications_sectors_check check (
    char_length(sectors) <= 1000
    and sectors ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF].*[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  );

-- Of an address that the form accepts the profile alone: no path below it (whose dot segments would lead a browser
-- elsewhere), no query, no fragment. Anything else stays as it was sent, for the table to refuse.
create function private.profile_alone(linkedin text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case
    when char_length(linkedin) <= 300
      then regexp_replace(linkedin, '^(https?://[^/?#]+/in/[^/?#]+)[/?#][!#-;=?-~]*$', '\1', 'i')
    else linkedin
  end
$$;

create or replace function private.prepare_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.linkedin := private.profile_alone(private.trimmed(new.linkedin));
  new.sectors := private.trimmed(new.sectors);
  new.linkedin_profile := private.linkedin_profile(new.linkedin);
  if tg_op = 'INSERT' then
    perform private.make_room(new.email, new.linkedin_profile);
  end if;
  return new;
end
$$;

revoke all on function private.profile_alone(text), private.prepare_application() from public, anon, authenticated;

update public.applications set linkedin = linkedin where linkedin <> private.profile_alone(linkedin);
