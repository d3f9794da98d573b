-- On the floor `screens`.
-- The review's list and its counts.

-- A page of the list in at most two stages. First it tries the next few thousand rows of the order, which is enough for
-- common matches. Rare or late matches are then found by selective indexes, such as the trigram index, the tally's days
-- and the indexes of filters. On its own PostgreSQL assumes that filters are independent of each other and of the order,
-- and reads a million rows to find that no accepted applicant has an unconfirmed address.

-- Returns true if the tally can answer a filter, by days of the lab, status, confirmation, source and archive.
create function private.is_tallied(filter jsonb, search text) returns boolean
language sql stable set search_path = ''
as $$
  select search is null and coalesce(filter ->> 'promise', filter ->> 'assignee', filter ->> 'tag', filter ->> 'due') is null
     and private.has_lab_days(filter)
$$;

-- Returns the number of matches in all and by status, exact if the tally can answer, otherwise up to ten thousand. Beyond
-- that is_over is true and by_status is empty.
create function public.review_count(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  most constant integer := private.most_at_once();
  is_tallied constant boolean := private.is_tallied(filter, private.search_condition(filter ->> 'search'));
  conditions text;
  by_status jsonb;
  total bigint;
begin
  perform private.demand('reader');
  conditions := private.whole_condition(filter);
  execute case
    when is_tallied then format(
      'select coalesce(jsonb_object_agg(status, n), ''{}''), coalesce(sum(n), 0)
         from (select a.status, sum(a.n) as n from private.counted_applications a where %s group by a.status) counted
        where n > 0',
      conditions)
    -- Planned for all rows and ended at a row's position. With a limit PostgreSQL would read the table from its beginning,
    -- and all of it if there are fewer matches than it expects.
    else format(
      'select coalesce(jsonb_object_agg(status, n), ''{}''), coalesce(sum(n), 0)
         from (
           select found.status, count(*) as n
             from (select a.status, row_number() over () as place from public.applications a where %s) found
            where found.place <= %s
            group by found.status
         ) counted',
      conditions, most + 1)
  end into by_status, total;
  if is_tallied or total <= most then
    return jsonb_build_object('total', total, 'is_over', false, 'by_status', by_status);
  end if;
  return jsonb_build_object('total', most, 'is_over', true, 'by_status', '{}'::jsonb);
end
$$;

-- Counts several filters, at most ten, in order, so that one screen needs one request.
create function public.review_counts(filters jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.demand('reader');
  if (case when jsonb_typeof(filters) = 'array' then jsonb_array_length(filters) > 10 else true end) then
    raise invalid_parameter_value using message = 'At most 10 filters are counted at once.';
  end if;
  return (
    select coalesce(jsonb_agg(public.review_count(f.filter) order by f.place), '[]')
      from jsonb_array_elements(filters) with ordinality as f (filter, place)
  );
end
$$;

-- Returns the expected number of matches of a search. Volatile, because only then a function may ask for a plan.
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

-- Returns the first rows that meet `conditions` in this order, looking through at most `most` rows of `parts`, which are
-- conditions of rows that follow each other. It reads rows in order, even if PostgreSQL has no statistics yet.
create function private.try_in_order(parts text[], conditions text, ordering text, most integer, page_size integer)
returns uuid[]
language plpgsql stable set search_path = '' set enable_sort = off set jit = off
as $$
declare
  in_order constant text := (
    select string_agg(format('(select a.* from public.applications a where %s %s limit %s)', part, ordering, most), ' union all ')
      from unnest(parts) as part);
  found_ids uuid[];
begin
  execute format(
    'select array_agg(h.id) from (select a.id from (%s %s) a where %s %s limit %s) h',
    in_order, case when cardinality(parts) > 1 then format('limit %s', most) end, conditions, ordering, page_size
  ) into found_ids;
  return found_ids;
end
$$;

-- Sorts all rows that meet `conditions` by `key`. Only keys are carried to the sort, because with thirty thousand whole
-- rows most of the time would go into writing temporary files.
create function private.sort_all(conditions text, key text, direction text, page_size integer) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  found_ids uuid[];
begin
  execute format(
    -- Sorted outside of what is read, for PostgreSQL would else read a million rows in their order.
    'select array_agg(h.id) from (
       select h.id from (select %s as key, a.id from public.applications a where %s offset 0) h
        order by h.key %s, h.id %s limit %s
     ) h',
    key, conditions, direction, direction, page_size
  ) into found_ids;
  return found_ids;
end
$$;

-- Returns a page in the order of time. The tally names the days of the first matches, and only these days are read. The
-- day of the cursor's row may be used up, so it is not counted.
create function private.look_up_days(
  bounds text, filtered text, from_day date, direction text, page_size integer
) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  found_ids uuid[];
begin
  execute format(
    'with days as (
       select a.day, sum(a.n) as n from private.counted_applications a
        where %1$s and ($1 is null or a.day %2$s $1) group by a.day having sum(a.n) > 0
     ), needed as materialized (
       select d.day from (
         select day, sum(n) over (order by day %3$s) - n - case when day = $1 then 0 else coalesce(sum(n) filter (where day = $1) over (), 0) end as before
           from days
       ) d where d.before < %4$s
     )
     select array_agg(h.id) from (
       select a.id from needed d
        cross join lateral (
          select a.created_at, a.id from public.applications a
           where a.created_at >= private.day_begins(d.day, $2)
             and a.created_at < private.day_begins(d.day + 1, $2) and %5$s and %1$s
          -- Day after day, not the days of row after row.
          offset 0
        ) a
        order by a.created_at %3$s, a.id %3$s limit %4$s
     ) h',
    filtered, case direction when 'desc' then '<=' else '>=' end, direction, page_size, bounds
  ) using from_day, private.lab_zone() into found_ids;
  return found_ids;
end
$$;

-- Returns true if the tally counts no match of `filtered`, a filter that is_tallied.
create function private.is_tallied_empty(filtered text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  is_empty boolean;
begin
  execute 'select coalesce(sum(a.n), 0) = 0 from private.counted_applications a where ' || filtered into is_empty;
  return is_empty;
end
$$;

-- Returns the applications after `after` in one of the five orders, at most `page_size` and one extra, which shows that
-- there are more.
create function private.list_page(
  filter jsonb, sort text, descending boolean, after jsonb, page_size integer
) returns setof public.applications
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant integer := page_size + 1;
  key text := case sort
    when 'created' then 'a.created_at' when 'name' then 'lower(a.name)'
    when 'rating' then 'a.rating' when 'changed' then 'a.status_changed_at' when 'due' then 'private.promise_since(a.email_confirmed_at, a.waiting_since)'
  end;
  kind text := case sort when 'name' then 'text' when 'rating' then 'numeric' else 'timestamptz' end;
  direction text := case when descending then 'desc' else 'asc' end;
  filtered text := private.filter_condition(filter);
  search text := private.search_condition(filter ->> 'search');
  conditions text := filtered || coalesce(' and ' || search, '');
  is_tallied boolean := private.is_tallied(filter, search);
  bounds text := 'true';
  parts text[];
  ordering text;
  found_ids uuid[];
begin
  if key is null then
    raise invalid_parameter_value using message = format('There is no order "%s".', sort);
  end if;
  if sort = 'rating' and (select s.hides_others_until_scored from public.review_settings s) then
    raise sqlstate 'PT422' using
      message = 'While others'' scores are hidden, the list has no order by rating: it would tell them.';
  end if;
  if sort = 'due' then
    if filter ->> 'due' is null then
      raise invalid_parameter_value using message = 'The order "due" is one of those who wait: filter by "due".';
    end if;
    -- The rows are then read in order from the index of waiting applications instead of sorted.
    bounds := private.due_condition(filter ->> 'due');
  end if;
  if sort = 'created' then
    -- Its index then begins at the first day instead of the newest application.
    bounds := coalesce(private.days_condition(filter), bounds);
  end if;
  if sort = 'changed' and jsonb_array_length(nullif(filter -> 'status', 'null')) = 1
     and not filter -> 'status' ? 'submitted' then
    bounds := format('a.status = %L and a.status <> ''submitted''', filter -> 'status' ->> 0);
  end if;
  ordering := format('order by %s %s, a.id %s', key, direction, direction);
  if after is not null then
    bounds := bounds || format(
      ' and (%s, a.id) %s (%L::%s, %L::uuid)', key, case when descending then '<' else '>' end,
      after ->> 0, kind, after ->> 1
    );
  end if;
  if search is null or private.expected_hits(search) > 15000 then
    parts := case
      when sort <> 'rating' then array[bounds]
      -- Only rated applications have an index by rating. The others follow, or precede, in the order of their ids.
      when descending then array[bounds || ' and a.rating > 0', bounds || ' and a.rating = 0']
      else array[bounds || ' and a.rating = 0', bounds || ' and a.rating > 0']
    end;
    found_ids := private.try_in_order(
      parts, conditions, ordering,
      -- Rows close in time are stored together. In the order of names each is elsewhere. This many rows contain a page of
      -- matches with a frequency of one in thirty, except by bad luck.
      case when sort = 'name' then 2500 else greatest(4000, 20 * page_size) end, wanted
    );
  end if;
  if coalesce(cardinality(found_ids), 0) < wanted then
    found_ids := case
      when is_tallied and sort = 'created' then private.look_up_days(
        bounds, filtered, ((after ->> 0)::timestamptz at time zone private.lab_zone())::date, direction, wanted)
      when is_tallied and private.is_tallied_empty(filtered) then '{}'
      else private.sort_all(bounds || ' and ' || conditions, key, direction, wanted)
    end;
  end if;
  return query execute format('select a.* from public.applications a where a.id = any ($1) %s', ordering) using found_ids;
end
$$;

-- Returns a page of the list, for every reader, with its rows and if there are more.
create function public.review_list(
  filter jsonb default '{}', sort text default 'created', descending boolean default true,
  after jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  page jsonb[];
begin
  perform private.demand('reader');
  if coalesce(page_size, 0) not between 1 and 200 then
    raise invalid_parameter_value using message = 'A page has 1 to 200 applications.';
  end if;
  select array_agg(private.list_row(a, sort)) into page
    from private.list_page(filter, sort, descending, after, page_size) a;
  return private.page_of(page, page_size);
end
$$;

revoke all on function public.review_count, public.review_counts, public.review_list from public, anon, authenticated;
grant execute on function public.review_count, public.review_counts, public.review_list to authenticated;
