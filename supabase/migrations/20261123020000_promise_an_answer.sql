-- A promise of an answer: the lab's clock, and terms that owners change.

alter table public.applications add column first_answered_at timestamptz;

update public.applications a
   set first_answered_at = m.first_at
  from (
    select application_id, min(sent_at) as first_at from public.application_mails
     where kind = 'review' and state = 'sent' group by application_id
  ) m
 where a.id = m.application_id;

create index applications_waiting_idx on public.applications (email_confirmed_at) include (created_at, id, status)
  where email_confirmed_at is not null and first_answered_at is null and archived_at is null
    and status in ('submitted', 'in_review', 'interview');

create table public.lab_terms_changes (
  id bigint generated always as identity constraint lab_terms_changes_pkey primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null: changed in the database itself.
  actor_email text,
  before jsonb not null,
  after jsonb not null
);

revoke all on table public.lab_terms_changes from public, anon, authenticated;
revoke all on sequence public.lab_terms_changes_id_seq from public, anon, authenticated;
grant select on table public.lab_terms_changes to authenticated, service_role;

alter table public.lab_terms_changes enable row level security;

create policy "admins read the changes of the terms" on public.lab_terms_changes
  for select to authenticated
  using ((select public.is_admin()));

-- Every change is a version and a line of history, whichever way it comes.
create function private.record_terms_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.version := old.version + 1;
  insert into public.lab_terms_changes (actor_email, before, after)
  values (
    private.caller_email(), to_jsonb(old) - array['only_row', 'version'], to_jsonb(new) - array['only_row', 'version']
  );
  return new;
end
$$;

create trigger record_terms_change
  before update on public.lab_terms
  for each row when (old.* is distinct from new.*)
  execute function private.record_terms_change();

-- For owners: changes the terms that `terms` names, whole numbers by the columns' names, and answers the row. A writer who
-- saw another version of it is refused with the one that is kept.
create function public.review_terms_save(seen_version integer, terms jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept public.lab_terms;
  term record;
  most integer;
begin
  perform private.demand('owner');
  if jsonb_typeof(terms) is distinct from 'object' then
    raise invalid_parameter_value using message = 'Terms are a JSON object.';
  end if;
  select * into kept from public.lab_terms for update;
  if kept.version is distinct from seen_version then
    raise sqlstate 'PT409' using
      message = 'Someone else changed the terms since you opened them.', detail = to_jsonb(kept)::text;
  end if;
  for term in select key, value from jsonb_each(terms) loop
    if term.key in ('only_row', 'version') or not to_jsonb(kept) ? term.key then
      raise invalid_parameter_value using message = format('There is no term "%s".', term.key);
    end if;
    most := case when term.key = 'answer_days' then 365 else 120 end;
    if term.value::text !~ '^[1-9][0-9]{0,2}$' or term.value::text::integer > most then
      raise invalid_parameter_value using
        message = format('%s must be a whole number from 1 to %s.', term.key, most);
    end if;
  end loop;
  update public.lab_terms t
     set (answer_days, unconfirmed_months, declined_months, withdrawn_months, accepted_months, access_log_months) = (
       select n.answer_days, n.unconfirmed_months, n.declined_months, n.withdrawn_months, n.accepted_months,
              n.access_log_months
         from jsonb_populate_record(kept, terms) n
     )
  returning * into kept;
  return to_jsonb(kept);
end
$$;

revoke all on function private.record_terms_change(), public.review_terms_save(integer, jsonb)
  from public, anon, authenticated;
grant execute on function public.review_terms_save(integer, jsonb) to authenticated;

-- Whether an application waits. PostgreSQL writes the body into the query, where it meets the condition of
-- applications_waiting_idx; with a search path of its own it could not.
create function private.is_waiting(
  status text, email_confirmed_at timestamptz, first_answered_at timestamptz, archived_at timestamptz
) returns boolean
language sql immutable parallel safe
as $$
  select email_confirmed_at is not null and first_answered_at is null and archived_at is null
    and status in ('submitted', 'in_review', 'interview')
$$;

-- How long after its confirmation an application is to be answered.
create function private.answer_time() returns interval
language sql stable set search_path = ''
as $$
  select make_interval(hours => 24 * t.answer_days) from public.lab_terms t
$$;

-- What is overdue, or due within three days ('soon'), as SQL over the alias `a`.
create function private.due_condition(due text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  last_in_time timestamptz := now() - private.answer_time();
  waiting constant text :=
    'private.is_waiting(a.status, a.email_confirmed_at, a.first_answered_at, a.archived_at)';
begin
  case due
    when 'overdue' then
      return format('%s and a.email_confirmed_at < %L', waiting, last_in_time);
    when 'soon' then
      return format(
        '%s and a.email_confirmed_at >= %L and a.email_confirmed_at < %L',
        waiting, last_in_time, last_in_time + interval '72 hours');
    else
      raise invalid_parameter_value using message = 'The filter "due" is overdue or soon.';
  end case;
end
$$;

-- Keeps when the first mail with a move left.
create function private.note_first_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.applications a
     set first_answered_at = coalesce(new.sent_at, now())
   where a.id = new.application_id and a.first_answered_at is null;
  return null;
end
$$;

create trigger note_first_answer
  after update of state on public.application_mails
  for each row when (new.kind = 'review' and new.state = 'sent')
  execute function private.note_first_answer();

-- For readers: how many wait, how many of them are due within three days and how many are overdue, at this moment.
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
      'overdue', count(*) filter (where a.email_confirmed_at < last_in_time),
      'soon', count(*) filter (
        where a.email_confirmed_at >= last_in_time and a.email_confirmed_at < last_in_time + interval '72 hours')
    )
    from public.applications a
    where private.is_waiting(a.status, a.email_confirmed_at, a.first_answered_at, a.archived_at)
  );
end
$$;

revoke all on function private.is_waiting(text, timestamptz, timestamptz, timestamptz), private.answer_time(),
  private.due_condition(text), private.note_first_answer(), public.review_clock()
  from public, anon, authenticated;
grant execute on function public.review_clock() to authenticated;

create or replace function private.filter_condition(filter jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  known constant text[] :=
    array['search', 'status', 'confirmed', 'from', 'to', 'assignee', 'tag', 'source', 'archived', 'due'];
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
  if filter ->> 'due' is not null then
    conditions := conditions || private.due_condition(filter ->> 'due');
  end if;
  return array_to_string(conditions, ' and ');
end
$$;

-- Whether the tally alone answers a filter: it knows days, status, confirmation, source and archive.
create function private.is_tallied(filter jsonb, search text) returns boolean
language sql immutable set search_path = ''
as $$
  select search is null and coalesce(filter ->> 'assignee', filter ->> 'tag', filter ->> 'due') is null
$$;

revoke all on function private.is_tallied(jsonb, text) from public, anon, authenticated;

create or replace function private.list_row(a public.applications, sort text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id, 'created_at', a.created_at, 'name', a.name, 'email', a.email, 'linkedin', a.linkedin,
    'sectors', left(a.sectors, 200), 'status', a.status, 'version', a.version,
    'email_confirmed_at', a.email_confirmed_at, 'confirmation_mail', a.confirmation_mail, 'assignee', a.assignee,
    'tags', a.tags, 'rating', a.rating, 'source', a.source, 'status_changed_at', a.status_changed_at,
    'archived_at', a.archived_at,
    'due_at', case
      when private.is_waiting(a.status, a.email_confirmed_at, a.first_answered_at, a.archived_at)
        then a.email_confirmed_at + private.answer_time()
    end,
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

create or replace function public.review_count(filter jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
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
$$;

create or replace function private.list_page(
  filter jsonb, sort text, descending boolean, after jsonb, page_size integer
) returns setof public.applications
language plpgsql stable set search_path = ''
as $$
declare
  -- One more than a page says that there is more.
  wanted constant integer := page_size + 1;
  key text := case sort
    when 'created' then 'a.created_at' when 'name' then 'lower(a.name)'
    when 'rating' then 'a.rating' when 'changed' then 'a.status_changed_at'
  end;
  kind text := case sort when 'name' then 'text' when 'rating' then 'numeric' else 'timestamptz' end;
  direction text := case when descending then 'desc' else 'asc' end;
  filtered text := private.filter_condition(filter);
  search text := private.search_condition(filter ->> 'search');
  conditions text := filtered || coalesce(' and ' || search, '');
  is_tallied boolean := private.is_tallied(filter, search);
  bounds text := 'true';
  ordering text;
  found_ids uuid[];
begin
  if key is null then
    raise invalid_parameter_value using message = format('There is no order "%s".', sort);
  end if;
  ordering := format('order by %s %s, a.id %s', key, direction, direction);
  if after is not null then
    bounds := format(
      '(%s, a.id) %s (%L::%s, %L::uuid)', key, case when descending then '<' else '>' end,
      after ->> 0, kind, after ->> 1
    );
  end if;
  if search is null or private.expected_hits(search) > 15000 then
    found_ids := private.try_in_order(
      bounds, conditions, ordering,
      -- Rows that are neighbours in time lie side by side; in the order of names each is a step elsewhere.
      case when sort = 'name' then 2000 else greatest(4000, 20 * page_size) end, wanted
    );
  end if;
  if coalesce(cardinality(found_ids), 0) < wanted then
    found_ids := case
      when is_tallied and sort = 'created' then private.look_up_days(
        bounds, filtered, ((after ->> 0)::timestamptz at time zone 'UTC')::date, direction, wanted)
      else private.sort_all(bounds || ' and ' || conditions, key, direction, wanted)
    end;
  end if;
  return query execute format('select a.* from public.applications a where a.id = any ($1) %s', ordering) using found_ids;
end
$$;

create or replace function public.review_export(filter jsonb default '{}', after jsonb default null, page_size integer default 2000)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  page jsonb[];
begin
  perform private.demand('reader');
  if page_size not between 1 and 5000 then
    raise invalid_parameter_value using message = 'A page of an export has 1 to 5000 applications.';
  end if;
  execute format(
    $query$
      select array_agg(
        jsonb_build_object(
          'id', a.id, 'created_at', a.created_at, 'name', a.name, 'email', a.email, 'linkedin', a.linkedin,
          'sectors', a.sectors, %s, 'questions_version', a.questions_version,
          'status', a.status, 'status_changed_at', a.status_changed_at,
          'email_confirmed_at', a.email_confirmed_at, 'confirmation_mail', a.confirmation_mail,
          'archived_at', a.archived_at, 'first_answered_at', a.first_answered_at,
          'due_at', case
            when private.is_waiting(a.status, a.email_confirmed_at, a.first_answered_at, a.archived_at)
              then a.email_confirmed_at + (select private.answer_time())
          end,
          'assignee', (select u.email from auth.users u where u.id = a.assignee), 'tags', a.tags,
          'rating', nullif(a.rating, 0), 'source', a.source,
          'cursor', jsonb_build_array((a.created_at at time zone 'UTC')::text || '+00', a.id)
        )
      )
      from private.list_page($1, 'created', true, $2, $3) a
    $query$,
    private.answer_pairs()
  ) into page using filter, after, page_size;
  return jsonb_build_object(
    'rows', coalesce(to_jsonb(page[1:page_size]), '[]'),
    'more', coalesce(cardinality(page), 0) > page_size
  );
end
$$;
