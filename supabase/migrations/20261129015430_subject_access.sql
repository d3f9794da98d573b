-- On the floor `leaving`.
-- Answers to a person who requests their data.

-- Returns a page of everything the database has about one application, its row and, by the foreign keys, every row of every
-- table that belongs to it, so that new tables are included automatically, and the times the lab read it. It leaves out keys
-- (bytea, and a member's of an edit) and members' identities, which are other people's data. "next" has the number of rows so far of each table with
-- more, in the form of `after`, or null.
create function private.rows_about(of_application uuid, after jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  people constant text[] := array[
    'actor', 'actor_email', 'author', 'author_email', 'editor', 'editor_email', 'reviewer', 'assignee', 'pasted_by',
    'pasted_by_email', 'edited_by', 'edit_key', 'member_id', 'mentioned', 'mentioned_by', 'removed_by', 'former_assignee', 'user_id', 'mail_id'];
  answer jsonb := '{}';
  next jsonb := '{}';
  bytes_left integer := 1000000;
  held record;
  page jsonb;
begin
  for held in
    with recursive about (relation, condition, depth) as (
      select 'public.applications'::regclass::oid, format('t.id = %L', of_application), 0
      union all
      select k.conrelid,
             format('t.%I in (select t.%I from %s t where %s)',
               child.attname, parent.attname, k.confrelid::regclass, a.condition) collate "default",
             a.depth + 1
        from about a
        join pg_catalog.pg_constraint k
          on k.confrelid = a.relation and k.contype = 'f' and cardinality(k.conkey) = 1 and k.conrelid <> a.relation
        join pg_catalog.pg_attribute child on child.attrelid = k.conrelid and child.attnum = k.conkey[1]
        join pg_catalog.pg_attribute parent on parent.attrelid = k.confrelid and parent.attnum = k.confkey[1]
       where a.depth < 4
    ),
    tables as (
      select a.relation, min(a.depth) as depth, string_agg(a.condition, ' or ') as condition,
             people || array(
               select b.attname::text from pg_catalog.pg_attribute b
                where b.attrelid = a.relation and b.atttypid = 'bytea'::regtype) as hidden
        from about a group by a.relation
      union all
      select 'public.access_log'::regclass, 5, format('t.application_id = %L', of_application),
             people || array['id', 'application_id', 'detail', 'batch_id']
    )
    select regexp_replace(t.relation::regclass::text, '^public\.', '') as name, t.relation::regclass as relation, t.condition, t.hidden,
           coalesce((
             select string_agg(format('t.%I', c.attname), ', ' order by k.place)
               from pg_catalog.pg_constraint p
              cross join unnest(p.conkey) with ordinality k (number, place)
               join pg_catalog.pg_attribute c on c.attrelid = p.conrelid and c.attnum = k.number
              where p.conrelid = t.relation and p.contype = 'p'), 't.ctid') as key
      from tables t order by t.depth, 1
  loop
    continue when not coalesce(after ? held.name, true);
    execute format(
      $query$
        select private.page_of(array(
            select case
                when r ->> 'kind' = 'assigned' then r - 'detail'
                -- A mail server may name the member who gets the mail.
                when r ->> 'kind' = 'lab' or r ->> 'topic' = 'corrected' then r - 'last_error'
                else r
              end - $1
              from (select t from %s t where %s order by %s offset $2 limit 501) s
             cross join lateral (select to_jsonb(s.t) as r) whole), 500, $3)
      $query$,
      held.relation, held.condition, held.key
    ) into page
      using held.hidden, coalesce((after ->> held.name)::bigint, 0), bytes_left;
    answer := answer || jsonb_build_object(held.name, page -> 'rows');
    bytes_left := bytes_left - pg_column_size(page -> 'rows');
    if (page -> 'more')::boolean then
      next := next || jsonb_build_object(held.name, coalesce((after ->> held.name)::bigint, 0) + jsonb_array_length(page -> 'rows'));
    end if;
  end loop;
  -- The members whom a note mentions are other people.
  return jsonb_build_object(
    'data', regexp_replace(answer::text, '[\uE000-\uE03F]', '…', 'g')::jsonb, 'next', nullif(next, '{}'));
end
$$;

-- For owners, to answer a request for access. Returns all data of the person, with the wording of their questions and the
-- times the lab read it, in pages. "next" is null at the end, and otherwise the `after` of the next page, which has the
-- further rows alone. Each page is logged. What is added or removed between two may be left out, or come twice.
create function public.review_person_data(application_id uuid, after jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a public.applications;
  page jsonb;
begin
  perform private.demand('owner');
  a := private.existing_application(review_person_data.application_id);
  perform private.log_access('data_downloaded', review_person_data.application_id);
  if not private.sees_others(a.id, auth.uid()) then
    perform private.reveal_others(array[a.id]);
  end if;
  page := private.rows_about(a.id, after);
  return jsonb_build_object(
    'application_id', a.id,
    'created_at', clock_timestamp(),
    'next', page -> 'next',
    'data', page -> 'data' || jsonb_build_object(
      'questions', (select q.wording from public.question_sets q where q.version = a.questions_version))
  );
end
$$;

grant execute on function public.review_person_data to authenticated;
