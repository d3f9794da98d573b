-- Schemas, extensions and small functions that several subjects share. This folder is one baseline
-- (docs/decisions/one-history.md) with one file per subject. The files apply in order. Each table is followed by its
-- rights, policies and indexes.

-- Functions that serve triggers and other functions live here, out of the data API's reach.
create schema private;
revoke all on schema private from public, anon, authenticated;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

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

-- Answers the request with a status and body, as PostgREST allows a function to do. `details` also becomes the header
-- Retry-After in seconds.
create function private.refuse(status integer, code text, message text, details text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', null)::text,
    detail = json_build_object(
      'status', status,
      'headers', case when details is null then '{}'::json else json_build_object('Retry-After', details) end
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

-- Refuses a writer who saw another version than the one that is kept, which the answer's detail shows.
create function private.refuse_conflict(message text, kept jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using message = refuse_conflict.message, detail = coalesce(kept::text, '');
end
$$;

-- A page of a list that was read with one extra row, which shows that there are more.
create function private.page_of(page jsonb[], page_size integer) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'rows', coalesce(to_jsonb(page[1:page_size]), '[]'), 'more', coalesce(cardinality(page), 0) > page_size)
$$;

-- Refuses a filter that is no object or has an unknown key, because ignoring it would show more than was requested.
create function private.demand_known_keys(filter jsonb, known text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  stray text;
begin
  if jsonb_typeof(filter) is distinct from 'object' then
    raise invalid_parameter_value using message = 'A filter is a JSON object.';
  end if;
  select key into stray from jsonb_object_keys(filter) as key where key <> all (known) limit 1;
  if found then
    raise invalid_parameter_value using message = format('There is no filter "%s".', stray);
  end if;
end
$$;

-- Returns a day between the years 1 and 9999. Null stays null. 'infinity' is a day to PostgreSQL, but does not support
-- arithmetic.
create function private.checked_day(day date) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if day not between '0001-01-01' and '9999-12-31' then
    raise invalid_parameter_value using message = 'A day lies between the years 1 and 9999.';
  end if;
  return day;
end
$$;
