-- On the floor `reading`.
-- The search in names, e-mail addresses, profiles and sectors.

-- A new application waits in the index's list of pending entries, which every search reads too. At the default 4 MB every
-- three-thousandth applicant would wait while the list is merged. At 16 MB autovacuum comes first.
create index applications_search_idx on public.applications
  using gin (search_text extensions.gin_trgm_ops) with (gin_pending_list_limit = 16384);

-- Returns a text as a pattern of itself.
create function private.escaped_pattern(value text) returns text
language sql immutable parallel safe
as $$ select replace(replace(replace(value, '\', '\\'), '%', '\%'), '_', '\_') $$;

-- Returns one folded word of a search as a pattern, anywhere if it has three characters or more, otherwise at the beginning
-- of a word.
create function private.search_pattern(word text) returns text
language sql immutable set search_path = ''
as $$
  select case when char_length(word) < 3 then '% ' else '%' end
    || private.escaped_pattern(word) || '%'
$$;

-- Returns the search as SQL over the alias `a`. Every word must match. A pasted profile address means the profile. Null without
-- words.
create function private.search_condition(search text) returns text
language sql stable set search_path = ''
as $$
  select string_agg(format('a.search_text like %L', private.search_pattern(folded)), ' and ')
  from unnest(regexp_split_to_array(left(search, 200), '\s+')) as word
  cross join unnest(regexp_split_to_array(
    private.folded(
      case
        when word ~* '^https?://[^/]*linkedin\.com/in/.' then 'in/' || private.linkedin_profile(word)
        else word
      end
    ),
    '\s+'
  )) as folded
  where folded <> ''
$$;
