-- The lab's clock, the waiting time of confirmed applications (private.promise), and the date that public.lab_terms
-- promises.

-- Returns the condition of a state of the promise as SQL over the alias `a`.
create function private.promise_condition(state text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if state not in ('waiting', 'answered', 'to_notify', 'ended') then
    raise invalid_parameter_value using
      message = 'The filter "promise" is waiting, answered, to_notify or ended.';
  end if;
  return format(
    'private.promise(a.status, a.email_confirmed_at, a.archived_at, a.erasing_at, a.answered_at, a.notified_at) = %L', state);
end
$$;

-- Returns the condition of waiting, overdue, or due within three days ('soon') as SQL over the alias `a`.
create function private.due_condition(due text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  last_in_time timestamptz := now() - private.answer_time();
  waiting constant text := private.promise_condition('waiting');
  since constant text := 'private.promise_since(a.email_confirmed_at, a.waiting_since)';
begin
  case due
    when 'waiting' then
      return waiting;
    when 'overdue' then
      return format('%s and %s < %L', waiting, since, last_in_time);
    when 'soon' then
      return format(
        '%1$s and %2$s >= %3$L and %2$s < %4$L', waiting, since, last_in_time, last_in_time + interval '72 hours');
    else
      raise invalid_parameter_value using message = 'The filter "due" is waiting, overdue or soon.';
  end case;
end
$$;

-- Returns the number of applicants who still need to hear from the lab.
create function private.count_to_notify() returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.applications a where private.promise_of(a) = 'to_notify'
$$;

-- For readers. Returns how many wait now, how many of them are due within three days and overdue, and how many are to be
-- notified.
create function public.review_clock() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  last_in_time timestamptz := now() - private.answer_time();
begin
  perform private.demand('reader');
  return (
    select jsonb_build_object(
      'answer_days', (select t.answer_days from public.lab_terms t),
      'waiting', count(*),
      'overdue', count(*) filter (where private.promise_since(a.email_confirmed_at, a.waiting_since) < last_in_time),
      'soon', count(*) filter (
        where private.promise_since(a.email_confirmed_at, a.waiting_since) >= last_in_time
          and private.promise_since(a.email_confirmed_at, a.waiting_since) < last_in_time + interval '72 hours'),
      'to_notify', private.count_to_notify()
    )
    from public.applications a
    where private.promise_of(a) = 'waiting'
  );
end
$$;

-- The list with search, filters, five orders, keyset pages, counts and export. Each page takes at most 50 ms at a million
-- applications. Functions are needed for that, because under row-level security PostgreSQL may not use an index for
-- operators that are not leakproof (like, @@), so a policy alone would read the whole table for every search.

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

-- The patterns of a search, one for each word. A pasted profile address means the profile.
create function private.search_patterns(search text) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(private.search_pattern(folded))
  from regexp_split_to_table(left(search, 200), '\s+') as word
  cross join regexp_split_to_table(
    private.folded(
      case
        when word ~* '^https?://[^/]*linkedin\.com/in/.' then 'in/' || private.linkedin_profile(word)
        else word
      end
    ),
    '\s+'
  ) as folded
  where folded <> ''
$$;

-- Returns the search as SQL over the alias `a`. Every word must match. Null without words.
create function private.search_condition(search text) returns text
language sql stable set search_path = ''
as $$
  select string_agg(
    format('private.application_document(a.name, a.email, a.linkedin_profile, a.sectors) like %L', pattern), ' and ')
  from unnest(private.search_patterns(search)) as pattern
$$;

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

-- Returns the days of a filter as SQL over the alias `a`, null without any.
create function private.days_condition(filter jsonb) returns text
language sql stable set search_path = ''
as $$
  select nullif(concat_ws(' and ',
           'a.created_at >= ' || quote_literal(b.begins) || '::timestamptz',
           'a.created_at < ' || quote_literal(b.ends) || '::timestamptz'), '')
    from private.day_bounds(filter) b
$$;

-- Returns true if a filter's days begin and end with days of the lab, by which the tally counts.
create function private.has_lab_days(filter jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(b.begins = private.day_begins((b.begins at time zone l.zone)::date, l.zone), true)
     and coalesce(b.ends = private.day_begins((b.ends at time zone l.zone)::date, l.zone), true)
    from private.day_bounds(filter) b cross join (select private.lab_zone() as zone) l
$$;

-- A filter without its search as SQL over the alias `a`.
create function private.filter_condition(filter jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  known constant text[] :=
    array['promise', 'search', 'status', 'confirmed', 'from', 'to', 'zone', 'assignee', 'tag', 'source', 'archived', 'due'];
  conditions text[] := array['private.is_present(a.erasing_at)', 'a.archived_at is null'];
begin
  perform private.demand_known_keys(filter, known);
  if (filter ->> 'archived')::boolean then
    conditions := array['private.is_present(a.erasing_at)', 'a.archived_at is not null'];
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
  -- The access log keeps the filter of an export, which must hold no words.
  if jsonb_typeof(filter -> 'status') = 'array' and exists (
    select from jsonb_array_elements_text(filter -> 'status') as s (status) where private.is_status(s.status) is not true)
  then
    raise invalid_parameter_value using message = 'The filter "status" has an unknown status.';
  end if;
  if filter ->> 'confirmed' is not null then
    conditions := conditions || case
      when (filter ->> 'confirmed')::boolean then 'a.email_confirmed_at is not null'
      else 'a.email_confirmed_at is null'
    end;
  end if;
  conditions := conditions || private.days_condition(filter);
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
  if filter ->> 'promise' is not null then
    conditions := conditions || private.promise_condition(filter ->> 'promise');
  end if;
  if filter ->> 'due' is not null then
    conditions := conditions || private.due_condition(filter ->> 'due');
  end if;
  return array_to_string(conditions, ' and ');
end
$$;

-- The same with its search.
create function private.whole_condition(filter jsonb) returns text
language sql stable set search_path = ''
as $$
  select private.filter_condition(filter) || coalesce(' and ' || private.search_condition(filter ->> 'search'), '')
$$;

-- Returns true if the tally can answer a filter, by days of the lab, status, confirmation, source and archive.
create function private.is_tallied(filter jsonb, search text) returns boolean
language sql stable set search_path = ''
as $$
  select search is null and coalesce(filter ->> 'promise', filter ->> 'assignee', filter ->> 'tag', filter ->> 'due') is null
     and private.has_lab_days(filter)
$$;

-- Returns the list's row of one application, with the cursor to continue after it.
create function private.list_row(a public.applications, sort text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id, 'created_at', a.created_at, 'name', a.name, 'email', a.email, 'linkedin', a.linkedin,
    'sectors', left(a.sectors, 200), 'status', a.status, 'version', a.version,
    'email_confirmed_at', a.email_confirmed_at, 'confirmation_mail', a.confirmation_mail, 'assignee', a.assignee,
    'tags', a.tags, 'rating', case when private.sees_others(a.id, auth.uid()) then a.rating else 0 end, 'source', a.source, 'status_changed_at', a.status_changed_at,
    'archived_at', a.archived_at, 'email_bounced_at', a.email_bounced_at,
    'promise', private.promise_of(a), 'notified_at', a.notified_at, 'round', a.round,
    'mail_leaves_at', (
      select m.due_at from private.mail_under_way(a) m
       where private.promise_of(a) = 'to_notify' and m.state in ('due', 'sending')),
    'mail_edited_by', (
      select m.edited_by from private.mail_under_way(a) m
       where private.promise_of(a) = 'to_notify' and m.held_until > now()),
    'interview_at', case when a.status = 'interview' then a.interview_at end,
    'due_at', case when private.promise_of(a) = 'waiting' then private.answer_by(a) end,
    'cursor', jsonb_build_array(
      case sort
        when 'name' then lower(a.name)
        when 'rating' then a.rating::text
        when 'changed' then (a.status_changed_at at time zone 'UTC')::text || '+00'
        when 'due' then (private.promise_since(a.email_confirmed_at, a.waiting_since) at time zone 'UTC')::text || '+00'
        else (a.created_at at time zone 'UTC')::text || '+00'
      end,
      a.id
    )
  )
$$;

-- The row of one application as the list shows it, after a change.
create function private.answered_row(of_application uuid) returns jsonb
language sql set search_path = ''
as $$
  select private.list_row(a, 'created') from public.applications a where a.id = of_application
$$;

-- The most applications that one request changes, and up to which those are counted whom the tally does not know.
create function private.most_at_once() returns integer
language sql immutable set search_path = ''
as $$ select 10000 $$;

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

revoke all on function public.review_clock, public.review_count, public.review_counts from public, anon, authenticated;
grant execute on function public.review_clock, public.review_count, public.review_counts to authenticated;
