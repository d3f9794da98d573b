-- The list: search, filters, four orders, pages by keyset, exact counts, export. All within 100 ms a page at a million
-- applications, which is why it is functions: under row-level security PostgreSQL may not use an index for operators
-- that are not leakproof (like, @@), so a policy alone would read the whole table for every search.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- What a search looks at. The leading blank lets a short word match the beginnings of words by index.
create function private.application_document(name text, email text, profile text, sectors text) returns text
language sql immutable parallel safe
as $$
  select lower(' ' || name || ' ' || email || ' in/' || coalesce(profile, '') || ' ' || sectors)
$$;

create index applications_search_idx on public.applications
  using gin (private.application_document(name, email, linkedin_profile, sectors) extensions.gin_trgm_ops);

-- The four orders. The first also answers counts and day filters without touching the table.
create index applications_newest_idx on public.applications (created_at, id)
  include (status, email_confirmed_at, archived_at);
create index applications_name_idx on public.applications (lower(name), id);
create index applications_rating_idx on public.applications (rating, id);
create index applications_changed_idx on public.applications (status_changed_at, id);

-- Filters that pick few of many; a new application is in none of them, so applying stays as quick as it was.
create index applications_status_idx on public.applications (status, created_at, id)
  include (email_confirmed_at, archived_at) where status <> 'submitted';
create index applications_assignee_idx on public.applications (assignee, created_at, id) where assignee is not null;
create index applications_source_idx on public.applications (source, created_at, id) where source <> 'direct';
create index applications_tags_idx on public.applications using gin (tags) where tags <> '{}';

-- One word of a search as a pattern: anywhere when it has three characters or more, else at the beginning of a word.
create function private.search_pattern(word text) returns text
language sql immutable set search_path = ''
as $$
  select case when char_length(word) < 3 then '% ' else '%' end
    || replace(replace(replace(lower(word), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- The search as SQL over the alias `a`; every word must be found. A pasted profile address means the profile.
create function private.search_condition(search text) returns text
language sql stable set search_path = ''
as $$
  select string_agg(
    format(
      'private.application_document(a.name, a.email, a.linkedin_profile, a.sectors) like %L',
      private.search_pattern(
        case
          when word ~* '^https?://[^/]*linkedin\.com/in/.' then 'in/' || private.linkedin_profile(word)
          else word
        end
      )
    ),
    ' and '
  )
  from regexp_split_to_table(left(search, 200), '\s+') as word
  where word <> ''
$$;

-- A filter without its search as SQL over the alias `a`. A key that is not understood is refused: ignoring it would
-- show more than was asked for.
create function private.filter_condition(filter jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  known constant text[] :=
    array['search', 'status', 'confirmed', 'from', 'to', 'assignee', 'tag', 'source', 'archived'];
  conditions text[] := array['a.archived_at is null'];
  stray text;
begin
  if jsonb_typeof(filter) is distinct from 'object' then
    raise invalid_parameter_value using message = 'A filter is a JSON object.';
  end if;
  select key into stray from jsonb_object_keys(filter) as key where key <> all (known) limit 1;
  if stray is not null then
    raise invalid_parameter_value using message = format('There is no filter "%s".', stray);
  end if;
  if (filter ->> 'archived')::boolean then
    conditions := array['a.archived_at is not null'];
  end if;
  if jsonb_typeof(filter -> 'status') = 'array' and filter -> 'status' <> '[]' then
    conditions := conditions || case
      when not filter -> 'status' ? 'submitted'
        then format('a.status = any (%L) and a.status <> ''submitted''', array(select jsonb_array_elements_text(filter -> 'status')))
      else format('a.status = any (%L)', array(select jsonb_array_elements_text(filter -> 'status')))
    end;
  elsif jsonb_typeof(filter -> 'status') is distinct from 'array' and filter ->> 'status' is not null then
    raise invalid_parameter_value using message = 'The filter "status" is a list.';
  end if;
  if filter ->> 'confirmed' is not null then
    conditions := conditions || case
      when (filter ->> 'confirmed')::boolean then 'a.email_confirmed_at is not null'
      else 'a.email_confirmed_at is null'
    end;
  end if;
  if filter ->> 'from' is not null then
    conditions := conditions || format('a.created_at >= %L::timestamp at time zone ''UTC''', (filter ->> 'from')::date);
  end if;
  if filter ->> 'to' is not null then
    conditions := conditions
      || format('a.created_at < %L::timestamp at time zone ''UTC''', (filter ->> 'to')::date + 1);
  end if;
  if filter ->> 'assignee' = 'none' then
    conditions := conditions || 'a.assignee is null'::text;
  elsif filter ->> 'assignee' is not null then
    conditions := conditions || format('a.assignee = %L', (filter ->> 'assignee')::uuid);
  end if;
  if filter ->> 'tag' is not null then
    conditions := conditions || format('a.tags @> %L and a.tags <> ''{}''', array[filter ->> 'tag']);
  end if;
  if filter ->> 'source' is not null then
    conditions := conditions || format('a.source = %L', filter ->> 'source')
      || case when filter ->> 'source' <> 'direct' then array['a.source <> ''direct'''] else '{}'::text[] end;
  end if;
  return array_to_string(conditions, ' and ');
end
$$;

-- What the list shows of one application, with the place to go on from.
create function private.list_row(a public.applications, sort text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id, 'created_at', a.created_at, 'name', a.name, 'email', a.email, 'linkedin', a.linkedin,
    'sectors', left(a.sectors, 200), 'status', a.status, 'version', a.version,
    'email_confirmed_at', a.email_confirmed_at, 'confirmation_mail', a.confirmation_mail, 'assignee', a.assignee,
    'tags', a.tags, 'rating', a.rating, 'source', a.source, 'status_changed_at', a.status_changed_at,
    'archived_at', a.archived_at,
    'cursor', jsonb_build_array(
      case sort
        when 'name' then lower(a.name)
        when 'rating' then a.rating::text
        when 'changed' then (a.status_changed_at at time zone 'UTC')::text || '+00'
        else (a.created_at at time zone 'UTC')::text || '+00'
      end,
      a.id
    )
  )
$$;

-- A page of applications after `after`, in one of the four orders; at most `page_size` and one more, which says that
-- there is more. A search first tries the next 4,000 in order, which is enough for a common word; a word that is
-- rarer than that is rare enough to be fetched whole by the trigram index and sorted.
create function private.list_page(
  filter jsonb, sort text, descending boolean, after jsonb, page_size integer
) returns setof public.applications
language plpgsql stable set search_path = ''
as $$
declare
  key text := case sort
    when 'created' then 'a.created_at' when 'name' then 'lower(a.name)'
    when 'rating' then 'a.rating' when 'changed' then 'a.status_changed_at'
  end;
  kind text := case sort when 'name' then 'text' when 'rating' then 'numeric' else 'timestamptz' end;
  direction text := case when descending then 'desc' else 'asc' end;
  conditions text := private.filter_condition(filter);
  search text := private.search_condition(filter ->> 'search');
  ordering text;
  found_ids uuid[];
begin
  if key is null then
    raise invalid_parameter_value using message = format('There is no order "%s".', sort);
  end if;
  ordering := format('order by %s %s, a.id %s', key, direction, direction);
  if after is not null then
    conditions := conditions || format(
      ' and (%s, a.id) %s (%L::%s, %L::uuid)', key, case when descending then '<' else '>' end,
      after ->> 0, kind, after ->> 1
    );
  end if;
  if search is null then
    return query execute format('select a.* from public.applications a where %s %s limit %s', conditions, ordering, page_size + 1);
    return;
  end if;

  execute format(
    'select array_agg(h.id) from (select a.id from (select a.* from public.applications a where %s %s limit 4000) a where %s %s limit %s) h',
    conditions, ordering, search, ordering, page_size + 1
  ) into found_ids;
  if cardinality(found_ids) > page_size then
    return query execute format('select a.* from public.applications a where a.id = any ($1) %s', ordering) using found_ids;
    return;
  end if;
  return query execute format(
    'with hits as materialized (select a.* from public.applications a where %s and %s) select a.* from hits a %s limit %s',
    search, conditions, ordering, page_size + 1
  );
end
$$;

create function public.review_list(
  filter jsonb default '{}', sort text default 'created', descending boolean default true,
  after jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb[];
begin
  perform private.demand('reader');
  if page_size not between 1 and 200 then
    raise invalid_parameter_value using message = 'A page has 1 to 200 applications.';
  end if;
  select array_agg(private.list_row(a, sort)) into page
    from private.list_page(filter, sort, descending, after, page_size) a;
  return jsonb_build_object(
    'rows', coalesce(to_jsonb(page[1:page_size]), '[]'),
    'more', coalesce(cardinality(page), 0) > page_size
  );
end
$$;

-- How many there are, exactly, in all and by status.
create function public.review_count(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  search text := private.search_condition(filter ->> 'search');
  answer jsonb;
begin
  perform private.demand('reader');
  execute format(
    'select jsonb_build_object(''total'', coalesce(sum(n), 0), ''by_status'', coalesce(jsonb_object_agg(status, n), ''{}''))
       from (select a.status, count(*) as n from public.applications a where %s group by a.status) counted',
    private.filter_condition(filter) || coalesce(' and ' || search, '')
  ) into answer;
  return answer;
end
$$;

-- The filtered applications, newest first, for export: page after page, so that neither side holds all of them.
create function public.review_export(filter jsonb default '{}', after jsonb default null, page_size integer default 2000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb[];
begin
  perform private.demand('reader');
  if page_size not between 1 and 5000 then
    raise invalid_parameter_value using message = 'A page of an export has 1 to 5000 applications.';
  end if;
  select array_agg(
    jsonb_build_object(
      'id', a.id, 'created_at', a.created_at, 'name', a.name, 'email', a.email, 'linkedin', a.linkedin,
      'sectors', a.sectors, 'status', a.status, 'email_confirmed_at', a.email_confirmed_at,
      'assignee', (select u.email from auth.users u where u.id = a.assignee), 'tags', a.tags,
      'rating', nullif(a.rating, 0), 'source', a.source, 'status_changed_at', a.status_changed_at,
      'questions_version', a.questions_version,
      'cursor', jsonb_build_array((a.created_at at time zone 'UTC')::text || '+00', a.id)
    )
  ) into page
  from private.list_page(filter, 'created', true, after, page_size) a;
  return jsonb_build_object(
    'rows', coalesce(to_jsonb(page[1:page_size]), '[]'),
    'more', coalesce(cardinality(page), 0) > page_size
  );
end
$$;

revoke all on function private.application_document(text, text, text, text), private.search_pattern(text),
  private.search_condition(text), private.filter_condition(jsonb), private.list_row(public.applications, text),
  private.list_page(jsonb, text, boolean, jsonb, integer),
  public.review_list(jsonb, text, boolean, jsonb, integer), public.review_count(jsonb),
  public.review_export(jsonb, jsonb, integer)
  from public, anon, authenticated;
grant execute on function public.review_list(jsonb, text, boolean, jsonb, integer), public.review_count(jsonb),
  public.review_export(jsonb, jsonb, integer)
  to authenticated;
-- The index is written with the rights of whoever inserts.
grant execute on function private.application_document(text, text, text, text) to anon, authenticated, service_role;
