-- How many rows PostgreSQL expects a search to find. Volatile, for only then a function may ask for a plan.
create function private.expected_hits(search text) returns double precision
language plpgsql volatile set search_path = ''
as $$
declare
  plan json;
begin
  execute 'explain (format json) select from public.applications a where ' || search into plan;
  return plan -> 0 -> 'Plan' ->> 'Plan Rows';
end
$$;

-- A page of applications, as before. A search that many rows match first tries the next few thousand in order; one that
-- few match, or whose matches come late in that order, is fetched whole by the trigram index and sorted, by keys alone:
-- of thirty thousand whole rows most of the time went into writing them aside.
create or replace function private.list_page(
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

  if private.expected_hits(search) > 15000 then
    -- Rows that are neighbours in time lie side by side; in the order of names each is a step elsewhere.
    execute format(
      'select array_agg(h.id) from (select a.id from (select a.* from public.applications a where %s %s limit %s) a where %s %s limit %s) h',
      conditions, ordering, case sort when 'name' then 2000 else greatest(4000, 20 * page_size) end, search, ordering, page_size + 1
    ) into found_ids;
  end if;
  if coalesce(cardinality(found_ids), 0) <= page_size then
    execute format(
      'with hits as materialized (select %s as key, a.id from public.applications a where %s and %s)
       select array_agg(h.id) from (select h.id from hits h order by h.key %s, h.id %s limit %s) h',
      key, search, conditions, direction, direction, page_size + 1
    ) into found_ids;
  end if;
  return query execute format('select a.* from public.applications a where a.id = any ($1) %s', ordering) using found_ids;
end
$$;

revoke all on function private.expected_hits(text) from public, anon, authenticated;
