-- On the floor `ground`.
-- Each member's own settings, a booking link, a name and their mails. The name is theirs, or else the part of the address before
-- the @.

-- The settings of each member.
create table public.member_settings (
  user_id uuid constraint member_settings_pkey primary key
    constraint member_settings_user_id_fkey references public.user_roles (user_id) on delete cascade,
  -- The address to book a time, https, without a user before the host and with no characters that a mail could misread.
  booking_link text -- personal data
    constraint member_settings_booking_link_check check (
      char_length(booking_link) <= 300
      and booking_link ~ '^https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?([/?#][A-Za-z0-9._~:/?#@!$&''()*+,;=%[\]-]*)?$'
    ),
  -- The name that others see instead of the address.
  display_name text -- personal data
    constraint member_settings_display_name_check check (
      char_length(display_name) between 1 and 80 and display_name = private.trimmed(display_name) and display_name !~ '[[:cntrl:]]'
    ),
  -- The member's mails (*_reminders.sql).
  digest text not null default 'weekly'
    constraint member_settings_digest_check check (digest in ('daily', 'weekly', 'never')),
  digest_since timestamptz not null default now(),
  mails_mentions boolean not null default true,
  mails_assignments boolean not null default true
);

grant select on table public.member_settings to authenticated;
grant select, insert, update, delete on table public.member_settings to service_role;

alter table public.member_settings enable row level security;

create policy "admins read their own settings" on public.member_settings
  for select to authenticated
  using ((select public.is_admin()) and user_id = (select auth.uid()));

-- Sets or clears (null or empty) the caller's booking link, which replaces {{booking}} in their mails.
create function public.review_booking_link_save(link text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept text := nullif(private.trimmed(link), '');
begin
  perform private.demand('reader');
  insert into public.member_settings as s (user_id, booking_link) values (auth.uid(), kept)
  on conflict on constraint member_settings_pkey do update set booking_link = excluded.booking_link;
  return jsonb_build_object('booking_link', kept);
exception when check_violation then
  perform private.refuse(
    400, 'invalid_booking_link', 'A booking link begins with https:// and has at most 300 characters and no spaces.');
end
$$;

-- Returns a member's name, or null for a removed account.
create function private.member_name(of_user uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(s.display_name, split_part(private.address_of(u.email, u.phone), '@', 1))
    from auth.users u left join public.member_settings s on s.user_id = u.id
   where u.id = of_user
$$;

-- Returns a name without differences that are hard to see, such as case, width, blanks, full stops, apostrophes, letters of
-- other scripts that look like Latin ones, and the letters and digits that look like l and o.
create function private.folded_name(name text) returns text
language sql immutable set search_path = ''
as $$
  select replace(replace(translate(
    translate(
      regexp_replace(lower(normalize(name, NFKC) collate "und-x-icu"), '[\s[:punct:]ʹʻʼꞋꞌ]+', '', 'g'),
      'авеёкмнорстухіїјѕһԁԛԝαβεζηικμνορτυχ'
        'ոսհցօյլⲁⲃⲉⲍⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜꭰꭱꭲꭺꭻꭼꮃꮇꮋꮟꮢꮪꮮꮯꮲꮶᏻꮐꮓꮩɩʋƒɣıӏѵԍьпγσωϳς',
      'abeëkmhopctyxiïjshdqwabezhikmnoptyx'
        'nuhgojlabezhikmnopctyxabcdefghijklmnoprstuvwxyzdrtajewmhbrslcpkggzvivfyilvgbnyowjc'),
    'i1|0ɡ',
    'lllog'), 'rn', 'm'), 'vv', 'w')
$$;

-- Returns true if a name's letters and digits are of one script, or of those that Japanese and Korean mix. ASCII digits,
-- marks and apostrophes belong to every script. Scripts that are not listed count as one, and those with letters like
-- Latin capitals that Unicode excludes from identifiers or limits there (UAX 31), such as syllabics and Carian, as none.
-- Latin letters are those that Unicode allows in identifiers (UTS 39) and those of languages of Africa and of the Skolt
-- Sami. Others look like them.
create function private.has_one_script(name text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce((cardinality(found) <= 1 or found <@ '{han,kana}' or found <@ '{han,hangul}') and not 'none' = any (found), true)
    from (
      select array_agg(distinct case
          when letter ~ '[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0131\u0134-\u013E\u0141-\u0148\u014A-\u017E\u018F\u01A0\u01A1\u01AF\u01B0\u01CD-\u01DC\u01DE-\u01F0\u01F4\u01F5\u01F8-\u021B\u021E\u021F\u0226-\u0233\u0259\u1E00-\u1E99\u1E9E\u1EA0-\u1EF9]' then 'latin'
          when letter ~ '[\u0181\u0186\u0189\u018A\u018E\u0190-\u0192\u0194\u0196-\u0199\u019D\u01B1-\u01B4\u01B7\u0244\u0253\u0254\u0256\u0257\u025B\u0263\u0268\u0269\u0272\u0289-\u028B\u0292]' then 'latin'
          when letter ~ '[\u0180-\u02AF\u1D00-\u1DBF\u1E00-\u1EFF\u2070-\u2BFF\u3200-\u33FF\uA720-\uA7FF\uAB30-\uAB6F\U00010780-\U000107BF\U0001D000-\U0001FFFF]' then 'none'
          when letter ~ '[\u1400-\u16FF\u18B0-\u18FF\u2D30-\u2D7F\uA500-\uA63F\uA6A0-\uA6FF\U00010280-\U0001091F\U000118A0-\U000118FF\U00016A40-\U00016FFF]' then 'none'
          when letter ~ '[\u0370-\u03FF\u1F00-\u1FFF]' then 'greek'
          when letter ~ '[\u0400-\u052F\u1C80-\u1C8F\u2DE0-\u2DFF\uA640-\uA69F]' then 'cyrillic'
          when letter ~ '[\u0530-\u058F]' then 'armenian'
          when letter ~ '[\u0590-\u05FF]' then 'hebrew'
          when letter ~ '[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF]' then 'arabic'
          when letter ~ '[\u0900-\u097F]' then 'devanagari'
          when letter ~ '[\u0980-\u09FF]' then 'bengali'
          when letter ~ '[\u0B80-\u0BFF]' then 'tamil'
          when letter ~ '[\u0E00-\u0E7F]' then 'thai'
          when letter ~ '[\u10A0-\u10FF\u1C90-\u1CBF\u2D00-\u2D2F]' then 'georgian'
          when letter ~ '[\u13A0-\u13FF\uAB70-\uABBF]' then 'cherokee'
          when letter ~ '[\u1100-\u11FF\u3130-\u318F\uA960-\uA97F\uAC00-\uD7FF]' then 'hangul'
          when letter ~ '[\u3040-\u30FF\u31F0-\u31FF]' then 'kana'
          when letter ~ '[\u2E80-\u2FDF\u3005-\u3007\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]' then 'han'
          else 'other'
        end) as found
        from regexp_split_to_table(normalize(name, NFKC), '') as letter
       where letter ~ '[\u2070-\u2BFF\u3200-\u33FF\U0001D000-\U0001FFFF]'
          or (letter collate "und-x-icu") ~ '[[:alpha:][:digit:]]' and letter !~ '[0-9\u02B9\u02BB\u02BC\uA78B\uA78C]'
    ) scripts
$$;

-- Stores a member's name (null or empty for none) and returns the stored form. It refuses invisible characters and
-- direction controls, and names that look like another member's, because they would hide the author.
create function private.save_member_name(of_user uuid, name text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  kept text := nullif(private.trimmed(name), '');
begin
  if kept <> private.without_hidden(kept) then
    raise check_violation;
  end if;
  if not private.has_one_script(kept) then
    perform private.refuse(400, 'invalid_name', 'A name has letters of one script only, such as Latin or Cyrillic.');
  end if;
  -- Two members who choose the same name at once. The second waits here and then sees the first one's.
  perform pg_advisory_xact_lock(hashtext('public.member_settings'));
  if exists (
    select from public.user_roles r
      join auth.users u on u.id = r.user_id
     where r.user_id <> of_user and r.role = 'admin'
       and private.folded_name(kept) in (private.folded_name(private.member_name(r.user_id)), private.folded_name(u.email))
  ) then
    perform private.refuse(
      422, 'name_taken', 'Another member has this name or one that looks like it. Choose another one.');
  end if;
  insert into public.member_settings as s (user_id, display_name) values (of_user, kept)
  on conflict on constraint member_settings_pkey do update set display_name = excluded.display_name;
  return kept;
exception when check_violation then
  perform private.refuse(400, 'invalid_name', 'A name has at most 80 visible characters on one line.');
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
  kept := private.save_member_name(auth.uid(), name);
  return jsonb_build_object('display_name', kept, 'name', private.member_name(auth.uid()));
end
$$;

-- Describes any signed-in caller, because a person without their second factor must be told so.
create function public.my_account() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_session();
  return jsonb_build_object(
    'user_id', auth.uid(),
    'name', private.member_name(auth.uid()),
    'email', private.caller_email(),
    'access', public.my_access(),
    'aal', case when private.is_at_second_level() then 'aal2' else 'aal1' end,
    'second_factor_required', (select s.second_factor_required from public.review_settings s),
    'has_second_factor',
      exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'),
    'time_zone', private.lab_zone()
  );
end
$$;

grant execute on function public.my_account, public.review_booking_link_save, public.review_name_save to authenticated;
