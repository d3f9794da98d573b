-- On the floor `records`.
-- The profile in an address on LinkedIn, so that two spellings of one profile are the same.

-- A profile on linkedin.com, www. or a country's host (two letters), in any case. After /in/ comes a name of ASCII
-- letters, digits, - _ ~ . (not first), and letters of other scripts, plain or percent-encoded. More path, query or
-- fragment in printable ASCII without blanks, quotes or angle brackets may follow, and is removed before storing. The
-- usual plain ASCII addresses use a shorter rule, because trying each letter in both cases is most of the work.
create function private.is_profile_address(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  if octet_length(value) = char_length(value) and strpos(value, '%') = 0 then
    if starts_with(value, 'https://www.linkedin.com/in/') then
      return char_length(value) <= 300 and substr(value, 29) ~ '^[A-Za-z0-9_~-][A-Za-z0-9._~-]*([/?#][!#-;=?-~]*)?$';
    end if;
    return char_length(value) <= 300
      and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]/[Ii][Nn]/[A-Za-z0-9_~-][A-Za-z0-9._~-]*([/?#][!#-;=?-~]*)?$';
  end if;
  return char_length(value) <= 300
    and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]/[Ii][Nn]/([A-Za-z0-9_~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])([A-Za-z0-9._~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])*([/?#][!#-;=?-~]*)?$';
end
$$;

-- Returns the name in a profile's address, '' without one, and null if the address has no host. Like other small functions
-- of an INSERT it has no settings, so that the planner can inline it, because a call costs more than its work.
create function private.profile_slug(url text) returns text
language sql immutable parallel safe
as $$
  select case when url like '%//%/%/%' and split_part(url, '/', 2) = '' then
    split_part(split_part(split_part(url, '/', 5), '?', 1), '#', 1)
  end
$$;

-- Decodes percent-encoded letters, so that both spellings are equal. Invalid UTF-8 stays unchanged.
create function private.decoded_slug(slug text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return lower(
    normalize(
      convert_from(
        decode(
          (
            select string_agg(
              case when part[1] like '\%__' then substr(part[1], 2) else encode(convert_to(part[1], 'UTF8'), 'hex') end,
              '' order by at
            )
            from regexp_matches(slug, '%[0-9A-Fa-f]{2}|.', 'g') with ordinality as found (part, at)
          ),
          'hex'
        ),
        'UTF8'
      ),
      NFC
    ) collate "und-x-icu"
  );
exception
  when character_not_in_repertoire or untranslatable_character or invalid_text_representation then
    return lower(slug collate "C");
end
$$;

-- Returns the profile's name in lower case, 'jane' for https://de.LinkedIn.com/in/Jane/?x=1. Most are plain ASCII.
create function private.linkedin_profile(url text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  slug constant text := private.profile_slug(url);
begin
  -- No application keeps one, and decoding takes a second for a megabyte.
  if char_length(url) > 300 then
    return null;
  end if;
  if octet_length(slug) = char_length(slug) and strpos(slug, '%') = 0 then
    return lower(slug collate "C");
  end if;
  return private.decoded_slug(slug);
end
$$;

-- Reduces an accepted address to the profile, without deeper path (whose dot segments would lead a browser elsewhere),
-- query and fragment. Anything else stays unchanged for the table to refuse.
create function private.profile_alone(linkedin text) returns text
language sql immutable parallel safe
as $$
  select case
    when char_length(linkedin) <= 300
      and (linkedin like '%/%/%/%/%/%' or strpos(linkedin, '?') > 0 or strpos(linkedin, '#') > 0)
      then regexp_replace(linkedin, '^(https?://[^/?#]+/in/[^/?#]+)[/?#][!#-;=?-~]*$', '\1', 'i')
    else linkedin
  end
$$;

-- Returns the profile's name of an address that is stored unchanged, as most are. It is plain ASCII, on www.linkedin.com,
-- with nothing after the name. Returns null for others, which profile_alone and linkedin_profile handle.
create function private.plain_profile(linkedin text) returns text
language sql immutable parallel safe
as $$
  select case
    when starts_with(linkedin, 'https://www.linkedin.com/in/')
      and octet_length(linkedin) = char_length(linkedin) and strpos(linkedin, '%') = 0
      and linkedin not like '%/%/%/%/%/%' and strpos(linkedin, '?') = 0 and strpos(linkedin, '#') = 0
      then lower(substr(linkedin, 29) collate "C")
  end
$$;
