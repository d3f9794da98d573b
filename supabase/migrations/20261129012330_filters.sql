-- On the floor `reading`.
-- The filters of the review's list, which exports, counts and changes of many applications share.

-- Functions build the condition, because under row-level security PostgreSQL may not use an index for operators that are not
-- leakproof (like, @@), so a policy alone would read the whole table for every search.

-- Returns the first moment of a filter's days and the first after them, null without one. Days are of its zone, or else of
-- the lab's.
create function private.day_bounds(filter jsonb, out begins timestamptz, out ends timestamptz)
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := coalesce(private.checked_zone(filter ->> 'zone'), private.lab_zone());
begin
  begins := private.day_begins(private.checked_day(filter ->> 'from'), zone);
  ends := private.day_begins(private.checked_day(filter ->> 'to') + 1, zone);
end
$$;

-- A filter as SQL over the alias `a`.
create function private.filter_condition(filter jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  known constant text[] :=
    array['promise', 'search', 'status', 'confirmed', 'from', 'to', 'until', 'zone', 'assignee', 'tag', 'source', 'archived', 'due'];
  conditions text[] := array['private.is_present(a.erasing_at)', 'a.archived_at is null'];
  days record;
begin
  perform private.demand_known_keys(filter, known);
  if (filter ->> 'archived')::boolean then
    conditions := array['private.is_present(a.erasing_at)', 'a.archived_at is not null'];
  end if;
  if jsonb_typeof(filter -> 'status') = 'array' and filter -> 'status' <> '[]' then
    conditions := conditions || case jsonb_array_length(filter -> 'status')
      -- Rows of one status are read in order from an index.
      when 1 then format('a.status = %L', filter -> 'status' ->> 0)
      else format('a.status = any (%L)', array(select jsonb_array_elements_text(filter -> 'status')))
    end;
  elsif jsonb_typeof(filter -> 'status') is distinct from 'array' and filter ->> 'status' is not null then
    perform private.refuse(400, 'invalid_filter', 'The filter "status" is a list.');
  end if;
  -- The access log keeps the filter of an export, which must hold no words.
  if jsonb_typeof(filter -> 'status') = 'array' and exists (
    select from jsonb_array_elements_text(filter -> 'status') as s (status) where private.is_status(s.status) is not true)
  then
    perform private.refuse(400, 'invalid_filter', 'The filter "status" has an unknown status.');
  end if;
  if filter ->> 'confirmed' is not null then
    conditions := conditions || case
      when (filter ->> 'confirmed')::boolean then 'a.email_confirmed_at is not null'
      else 'a.email_confirmed_at is null'
    end;
  end if;
  days := private.day_bounds(filter);
  if days.begins is not null then
    conditions := conditions || format('a.created_at >= %L::timestamptz', days.begins);
  end if;
  if days.ends is not null then
    conditions := conditions || format('a.created_at < %L::timestamptz', days.ends);
  end if;
  -- A change of all that match leaves out what arrived, was confirmed, or was changed by others after it was chosen, because
  -- the caller has not seen that.
  if filter ->> 'until' is not null then
    conditions := conditions || format(
      $condition$
        greatest(a.created_at, a.email_confirmed_at) <= %1$L::timestamptz and not exists (
          select from public.application_events e
           where e.application_id = a.id and e.at > %1$L::timestamptz and e.actor is distinct from %2$L::uuid
             and e.kind in ('moved', 'assigned', 'tagged', 'applicant', 'notified', 'notified_undone', 'erasure_undone'))
      $condition$,
      private.checked_moment(filter ->> 'until'), auth.uid());
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
    conditions := conditions || format('a.source = %L', filter ->> 'source');
  end if;
  if filter ->> 'promise' is not null then
    conditions := conditions || private.promise_condition(filter ->> 'promise');
  end if;
  if filter ->> 'due' is not null then
    conditions := conditions || private.due_condition(filter ->> 'due');
  end if;
  conditions := conditions || private.search_condition(filter ->> 'search');
  return array_to_string(conditions, ' and ');
end
$$;

-- The most applications that one request changes. PostgreSQL works up to 4 s for them if all have the longest texts, of the
-- 8 s that Supabase gives a statement.
create function private.change_limit() returns integer
language sql immutable set search_path = ''
as $$ select 5000 $$;

-- Returns the ids of the chosen applications, by ids or by a filter.
create function private.chosen_applications(ids uuid[], filter jsonb) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if (ids is null) = (filter is null) then
    perform private.refuse(400, 'invalid_value', 'Choose applications by ids or by a filter.');
  end if;
  if ids is null then
    execute format(
      'select array_agg(h.id) from (select a.id from public.applications a where %s limit %s) h',
      private.filter_condition(filter), private.change_limit() + 1
    ) into ids;
  end if;
  if cardinality(ids) > private.change_limit() then
    perform private.refuse(
      422, 'too_many_changes',
      format('At most %s applications can be changed at once. Narrow the filter and change them in parts.',
             to_char(private.change_limit(), 'FM999,999')));
  end if;
  return coalesce(ids, '{}');
end
$$;
