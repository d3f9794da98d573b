-- On the floor `ground`.
-- Schemas, extensions and small functions that several subjects share.

-- This folder is one baseline (docs/decisions/one-history.md) with one file per subject. The files apply in order, and each
-- names only objects of the same or earlier files, which `npm run check -- migrations` enforces. Each table is followed by its
-- grants, policies and indexes. A column that holds words, a name or an address of a person is marked "personal data".

-- Functions that serve triggers and other functions live here, out of the data API's reach.
create schema private;

revoke all on schema private from public, anon, authenticated;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- No role of the API reaches what is created from here on until a file grants it. PostgreSQL alone lets every role run a
-- function, and Supabase gives the API's roles everything in `public`.
alter default privileges revoke all on functions from public;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

-- Trims white space and the characters without a width that copied text brings along. functions/_shared/contract/visible.ts
-- has the same set. It has no settings, so that the planner can inline it.
create function private.trimmed(value text) returns text
language sql immutable strict parallel safe
as $$
  select btrim(value, U&'\0009\000A\000B\000C\000D\0020\0085\00A0\00AD\061C\1680\180E\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\200B\200C\200D\200E\200F\2028\2029\202A\202B\202C\202D\202E\202F\205F\2060\2061\2062\2063\2064\2065\2066\2067\2068\2069\3000\FEFF')
$$;

-- Removes invisible characters and direction controls, by which two texts that look the same would differ.
create function private.without_hidden(value text) returns text
language sql immutable strict parallel safe
as $$
  select regexp_replace(value, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202F\u205F-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]', '', 'g')
$$;

-- Removes direction controls and tags, so that a text can stand next to others. Joiners are parts of words and emoji.
create function private.without_directions(value text) returns text
language sql immutable strict parallel safe
as $$
  select regexp_replace(value, '[\u202A-\u202E\u2066-\u2069\U000E0000-\U000E0FFF]', '', 'g')
$$;

-- The form of private.folded for a text with letters beyond ASCII. Some apostrophes decompose into a blank and an accent,
-- so they go first, and others with the accents, the points of Hebrew, Arabic and Syriac, nuktas and what without_hidden
-- removes. Vowel signs of Indic scripts and voicing marks of kana are letters and stay. An inserting role may call this
-- function but cannot reach the schema, so it names no other.
create function private.folded_letters(value text) returns text
language plpgsql immutable strict parallel safe
as $$
begin
  value := lower(regexp_replace(
    normalize(translate(value, U&'\00B4\0384\1FBD\1FBF\1FEF\1FFD\1FFE', ''), NFKD),
    '[\u0027\u0060\u00B7\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C'
      '\u0300-\u036F\u0483-\u0489\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F'
      '\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC'
      '\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u0898-\u089F\u08CA-\u08FF'
      '\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC'
      '\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202F\u205F-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]',
    '', 'g') collate "und-x-icu");
  if octet_length(value) = char_length(value) then
    return value;
  end if;
  -- Hyphens become one, and letters that do not decompose their plain ones.
  value := translate(
    value,
    U&'\058A\05BE\1806\2010\2012\2013\2014\2015\2043\2212'
      'øłđðıħŧŋĸɓɗɖɛəǝɔƙƴɲɨʉƶǥɣɵƀʋƭȷςґғқңҳһұүөәҗҷ\0671\0649\06CC\06A9\0629\06C1\06BE',
    U&'----------'
      'olddihtnkbddeeeokyniuzggobvtjσггкнххууоажч\0627\064A\064A\0643\0647\0647\0647');
  return replace(replace(replace(replace(value, 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
end
$$;

-- Returns a text as a search compares it, without accents, apostrophes and differences of case, width, ligatures, hyphens
-- and composition. The result does not depend on the database's locale. Most texts are ASCII and skip the rest. It has no
-- settings and is not strict, so that PostgreSQL inlines it into the index and the queries of a search.
create function private.folded(value text) returns text
language sql immutable parallel safe
return case
  when octet_length(value) = char_length(value)
    then replace(replace(lower(value collate "C"), '''', ''), '`', '')
  else private.folded_letters(value)
end;

-- Refuses a caller's mistake with a status and body, as PostgREST allows a function to do. The message is a sentence for
-- people. The contract's `refusals.ts` lists the codes. `details` is what a client needs next: of a conflict the stored
-- state, of a rate limit the seconds to wait, which become the header Retry-After.
create function private.refuse(status integer, code text, message text, details jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details #>> '{}', 'hint', null)::text,
    detail = json_build_object(
      'status', status, 'headers', case when status = 429 and details is not null
        then json_build_object('Retry-After', details #>> '{}') else '{}' end
    )::text;
end
$$;

-- The form in which e-mail addresses are compared, with ASCII letters in lower case whatever the database's language. It
-- has no settings, so that PostgreSQL inlines the body into queries and indexes, and a query finds its index.
create function private.email_key(email text) returns text
language sql immutable parallel safe
as $$
  select lower(email collate "C")
$$;

-- Makes each change of a setting a version, whichever way it comes. A writer who sets the version that they saw is refused
-- if it is not the kept one.
create function private.next_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.version is distinct from old.version then
    perform private.refuse(409, 'version_conflict', 'Someone else changed this since you opened it.', to_jsonb(old));
  end if;
  new.version := old.version + 1;
  return new;
end
$$;

-- A page of a list that was read with one extra row, which shows that there are more. It ends early before it has 1.5 MB,
-- because our data API bounds an answer, and a visitor's texts must not stop an export.
create function private.page_of(page jsonb[], page_size integer, max_bytes integer default 1500000) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
      'rows', coalesce(jsonb_agg(p.item order by p.place) filter (where p.fits), '[]'), 'more', count(*) > count(*) filter (where p.fits))
    from (
      select item, place,
             place <= page_size and (place = 1 or sum(pg_column_size(item)) over (order by place) <= max_bytes) as fits
        from unnest(page) with ordinality as listed (item, place)
    ) p
$$;

-- Refuses a filter that is no object or has an unknown key, because ignoring it would show more than was requested, and one
-- whose values are long, because the access log keeps all but the words.
create function private.demand_known_keys(filter jsonb, known text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  stray text;
begin
  if jsonb_typeof(filter) is distinct from 'object' then
    perform private.refuse(400, 'invalid_filter', 'A filter must be a JSON object.');
  end if;
  select key into stray from jsonb_object_keys(filter) as key where key <> all (known) limit 1;
  if found then
    perform private.refuse(400, 'invalid_filter', format('There is no filter "%s".', stray));
  elsif char_length((filter - array['search', 'tag', 'source'])::text) > 1000 then
    perform private.refuse(400, 'invalid_filter', 'This filter is too long. Use at most 1,000 characters.');
  end if;
end
$$;

-- Returns the day that a text writes as YYYY-MM-DD, of the years 1 to 9999. Null stays null. PostgreSQL alone would also
-- take 'yesterday' and 'infinity'.
create function private.checked_day(day text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if day is null then
    return null;
  end if;
  if day !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    raise datetime_field_overflow;
  end if;
  return make_date(left(day, 4)::integer, substr(day, 6, 2)::integer, right(day, 2)::integer);
exception when datetime_field_overflow then
  perform private.refuse(
    400, 'invalid_day', format('"%s" is not a day. Write it like 2027-01-31, in the years 1 to 9999.', left(day, 100)));
end
$$;

-- Returns the moment that a text writes in ISO 8601 with its offset, of the years 1 to 9999. Null stays null.
create function private.checked_moment(moment text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if moment !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})$' then
    raise datetime_field_overflow;
  end if;
  return moment::timestamptz;
exception when datetime_field_overflow or invalid_time_zone_displacement_value then
  perform private.refuse(
    400, 'invalid_time',
    format('"%s" is not a time. Write it like 2027-01-31T09:30:00Z, in the years 1 to 9999.', left(moment, 100)));
end
$$;

-- Returns a name of the IANA database of time zones, and refuses other texts. Null stays null. PostgreSQL alone would also
-- take abbreviations and POSIX rules, which have digits. The catalogue of names takes tens of milliseconds, so only a name
-- without a region is looked up there.
create function private.checked_zone(zone text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if zone is null then
    return null;
  end if;
  if zone ~ '^(UTC|GMT|[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]*)+)$' then
    perform now() at time zone zone;
  elsif not exists (
    select from pg_catalog.pg_timezone_names z
     where z.name = checked_zone.zone and z.name ~ '^[A-Z]' and z.name <> 'Factory'
  ) then
    raise datetime_field_overflow;
  end if;
  return zone;
exception when datetime_field_overflow or invalid_parameter_value then
  perform private.refuse(400, 'invalid_time_zone', format('There is no time zone "%s".', left(zone, 100)));
end
$$;

-- Returns the first moment of a day in a time zone. Where clocks go back at midnight, the day's first hour comes twice, and
-- PostgreSQL alone would return the second.
create function private.day_begins(day date, zone text) returns timestamptz
language sql stable parallel safe
as $$
  select case
    when ((day::timestamp at time zone zone) - interval '1 hour') at time zone zone >= day
      then (day::timestamp at time zone zone) - interval '1 hour'
    else day::timestamp at time zone zone
  end
$$;
