-- On the floor `screens`.
-- The review's list and its counts.

-- Counts are exact up to this many.
create function private.count_limit() returns integer
language sql immutable set search_path = ''
as $$ select 100000 $$;

-- Returns the number of matches in all and by status. Beyond private.count_limit() is_capped is true and by_status is empty.
create function public.review_count(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := private.count_limit();
  by_status jsonb;
  total bigint;
begin
  perform private.demand('reader');
  execute format(
    'select coalesce(jsonb_object_agg(status, n), ''{}''), coalesce(sum(n), 0)
       from (
         select status, count(*) as n
           from (select a.status from public.applications a where %s limit %s) found
          group by status
       ) counted',
    private.filter_condition(filter), most + 1
  ) into by_status, total;
  if total > most then
    return jsonb_build_object('total', most, 'is_capped', true, 'by_status', '{}'::jsonb);
  end if;
  return jsonb_build_object('total', total, 'is_capped', false, 'by_status', by_status);
end
$$;

-- Returns the same for each of at most ten filters, in their order.
create function public.review_counts(filters jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  if jsonb_array_length(filters) > 10 then
    perform private.refuse(400, 'invalid_filter', 'At most ten filters are counted at once.');
  end if;
  return (
    select coalesce(jsonb_agg(public.review_count(f.value) order by f.ordinality), '[]')
      from jsonb_array_elements(filters) with ordinality f);
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
  key constant text := case sort
    when 'created' then 'a.created_at' when 'rating' then 'a.rating' when 'changed' then 'a.status_changed_at'
    -- Matches of a search are found before they are sorted, because people with the same given name are next to each
    -- other in the index of names, which has no such expression.
    when 'name' then 'a.name_key' || case when filter ->> 'search' is null then '' else $key$ || ''$key$ end
    when 'due' then 'private.promise_since(a.email_confirmed_at, a.waiting_since)'
  end;
  kind constant text := case sort when 'name' then 'text' when 'rating' then 'numeric' else 'timestamptz' end;
  direction constant text := case when descending then 'desc' else 'asc' end;
  -- The applications whose rating the caller sees, null for all. The others are listed like those without a score.
  seen constant uuid[] := (
    select array(
             select c.application_id from public.application_scorecards c
              where c.reviewer = auth.uid() and c.revealed_at is not null)
      from public.review_settings s
     where s.hides_others_until_scored and sort = 'rating');
  -- Only scored applications are in the index of ratings, so that a new one costs it nothing.
  rated constant text := 'a.rating > 0' || case when seen is null then '' else ' and a.id = any ($1)' end;
  conditions text := private.filter_condition(filter);
begin
  if key is null then
    perform private.refuse(400, 'invalid_value', format('There is no order "%s".', sort));
  end if;
  if sort = 'due' and filter ->> 'due' is null then
    perform private.refuse(400, 'invalid_value', 'The order "due" needs the filter "due".');
  end if;
  if after is not null then
    conditions := conditions || format(
      ' and (k.key, a.id) %s (%L::%s, %L::uuid)', case when descending then '<' else '>' end,
      after ->> 0, kind, after ->> 1
    );
  end if;
  return query execute format(
    'select a.* from (%1$s) page join public.applications a on a.id = page.id order by page.key %2$s, a.id %2$s limit %3$s',
    (select string_agg(
              format(
                '(select a.id, k.key from public.applications a cross join lateral (select %1$s as key) k
                   where %2$s and %3$s order by k.key %4$s, a.id %4$s limit %5$s)',
                part.key, part.condition, conditions, direction, page_size + 1),
              ' union all ')
       from (values (key, case when sort = 'rating' then rated else 'true' end),
                    ('0::numeric', case when sort = 'rating' then format('not (%s)', rated) end)) as part (key, condition)
      where part.condition is not null),
    direction, page_size + 1)
    using seen;
end
$$;

-- Returns a page of the list, for every reader, with its rows and if there are more.
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
  if coalesce(page_size, 0) not between 1 and 200 then
    perform private.refuse(400, 'invalid_value', 'A page has 1 to 200 applications.');
  end if;
  select array_agg(private.list_row(a, sort)) into page
    from private.list_page(filter, sort, descending, after, page_size) a;
  return private.page_of(page, page_size);
end
$$;

grant execute on function public.review_count, public.review_counts, public.review_list to authenticated;
