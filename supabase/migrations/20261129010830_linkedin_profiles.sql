-- On the floor `records`.
-- The profile in an address on LinkedIn, so that two spellings of one profile are the same.

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
