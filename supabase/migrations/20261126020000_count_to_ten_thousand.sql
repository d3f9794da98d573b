-- A count that the tally does not answer ends at ten thousand: the flag is_over says that there are more. A move of
-- more than one request may change is refused where it is previewed, as it is where it is made.

create function pg_temp.write_into(of_function regprocedure, old_words text, new_words text) returns void
language plpgsql
as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if (length(definition) - length(replace(definition, old_words, ''))) <> length(old_words) then
    raise exception '% is not as this migration knows it.', of_function;
  end if;
  execute replace(definition, old_words, new_words);
end
$$;

-- The most applications that one request changes, and up to which those are counted whom the tally does not know.
create function private.most_at_once() returns integer
language sql immutable set search_path = ''
as $$ select 10000 $$;

create function private.demand_few_enough(how_many bigint) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if how_many > private.most_at_once() then
    raise sqlstate 'PT422' using
      message = 'At most 10,000 applications can be changed at once. Narrow the filter and go on in parts.';
  end if;
end
$$;

revoke all on function private.most_at_once(), private.demand_few_enough(bigint) from public, anon, authenticated;

select pg_temp.write_into(
  'public.review_count(jsonb)',
  $old$declare
  search text := private.search_condition(filter ->> 'search');
  is_tallied boolean := private.is_tallied(filter, search);
  answer jsonb;
begin
  perform private.demand('reader');
  execute format(
    'select jsonb_build_object(''total'', coalesce(sum(n), 0), ''by_status'', coalesce(jsonb_object_agg(status, n), ''{}''))
       from (select a.status, %s as n from %s a where %s group by a.status) counted where n > 0',
    case when is_tallied then 'sum(a.n)' else 'count(*)' end,
    case when is_tallied then 'private.counted_applications' else 'public.applications' end,
    private.filter_condition(filter) || coalesce(' and ' || search, '')
  ) into answer;
  return answer;
end
$old$,
  $new$declare
  most constant integer := private.most_at_once();
  search text := private.search_condition(filter ->> 'search');
  conditions text := private.filter_condition(filter) || coalesce(' and ' || search, '');
  by_status jsonb;
  total bigint;
begin
  perform private.demand('reader');
  execute case
    when private.is_tallied(filter, search) then format(
      'select coalesce(jsonb_object_agg(status, n), ''{}''), coalesce(sum(n), 0)
         from (select a.status, sum(a.n) as n from private.counted_applications a where %s group by a.status) counted
        where n > 0',
      conditions)
    -- Planned for all rows and ended by the place of a row: with a limit PostgreSQL would read the table from its
    -- beginning, and all of it where fewer match than it expects.
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
  if private.is_tallied(filter, search) or total <= most then
    return jsonb_build_object('total', total, 'is_over', false, 'by_status', by_status);
  end if;
  return jsonb_build_object('total', most, 'is_over', true, 'by_status', '{}'::jsonb);
end
$new$
);

select pg_temp.write_into(
  'public.review_move_preview(text, uuid[], jsonb)',
  $old$  execute format(
    $query$
      select jsonb_build_object('changed', count(*), 'mailed', count(*) filter (where h.is_reached))
        from (
          select a.status, a.email_confirmed_at is not null and a.email_bounced_at is null as is_reached
            from public.applications a where %s limit 10000
        ) h
       where exists (
         select from public.application_moves m where m.from_status = h.status and m.to_status = $1)
    $query$,
    chosen
  ) into answer using to_status, ids;
  return answer;
$old$,
  $new$  execute format(
    $query$
      select jsonb_build_object(
          'changed', count(*) filter (where h.is_moved),
          'mailed', count(*) filter (where h.is_moved and h.is_reached)),
          count(*)
        from (
          select a.email_confirmed_at is not null and a.email_bounced_at is null as is_reached,
                 exists (
                   select from public.application_moves m where m.from_status = a.status and m.to_status = $1
                 ) as is_moved
            from public.applications a where %s limit %s
        ) h
    $query$,
    chosen, private.most_at_once() + 1
  ) into answer, found using to_status, ids;
  perform private.demand_few_enough(greatest(found, cardinality(ids)));
  return answer;
$new$
);

select pg_temp.write_into(
  'public.review_move_preview(text, uuid[], jsonb)',
  $old$  answer jsonb;
begin
$old$,
  $new$  answer jsonb;
  found bigint;
begin
$new$
);

select pg_temp.write_into(
  'public.review_many(jsonb, uuid[], jsonb, jsonb)',
  $old$declare
  most constant integer := 10000;
begin
$old$,
  $new$begin
$new$
);

select pg_temp.write_into(
  'public.review_many(jsonb, uuid[], jsonb, jsonb)',
  $old$      most + 1
    ) into ids;
  end if;
  ids := coalesce(ids, '{}');
  if cardinality(ids) > most then
    raise sqlstate 'PT422' using
      message = 'At most 10,000 applications can be changed at once. Narrow the filter and go on in parts.';
  end if;
$old$,
  $new$      private.most_at_once() + 1
    ) into ids;
  end if;
  ids := coalesce(ids, '{}');
  perform private.demand_few_enough(cardinality(ids));
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
