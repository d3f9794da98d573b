-- On the floor `leaving`.
-- Answers to a person who requests their data.

-- Returns everything the database has about one application, its row and, by the foreign keys, every row of every table
-- that belongs to it, so that new tables are included automatically. It leaves out keys (bytea) and
-- members' identities, which are other people's data.
create function private.rows_about(of_application uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  people constant text[] := array[
    'actor', 'actor_email', 'author', 'author_email', 'editor', 'editor_email', 'reviewer', 'assignee', 'pasted_by',
    'pasted_by_email', 'member_id', 'mentioned', 'mentioned_by', 'removed_by',
    'former_assignee', 'user_id', 'mail_id'];
  answer jsonb := '{}';
  held record;
  found_rows jsonb;
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
    )
    select a.relation::regclass::text as name, string_agg(a.condition, ' or ') as condition,
           people || array(
             select b.attname::text from pg_catalog.pg_attribute b
              where b.attrelid = a.relation and b.atttypid = 'bytea'::regtype) as hidden
      from about a group by a.relation order by min(a.depth), 1
  loop
    execute format(
      $query$
        select coalesce(jsonb_agg(
            case when r ->> 'kind' = 'assigned' then r - 'detail' else r end - $1), '[]')
          from %s t cross join lateral (select to_jsonb(t) as r) as whole where %s
      $query$,
      held.name, held.condition
    ) into found_rows
      using held.hidden;
    answer := answer || jsonb_build_object(regexp_replace(held.name, '^public\.', ''), found_rows);
  end loop;
  -- The members whom a note mentions are other people.
  return regexp_replace(answer::text, '[\uE000-\uE03F]', '…', 'g')::jsonb;
end
$$;

-- For owners, to answer a request for access. Returns all data of the person, with the wording of their questions and the
-- times the lab read it. Each download is logged.
create function public.review_person_data(application_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  perform private.existing_application(review_person_data.application_id);
  perform private.log_access('data_downloaded', review_person_data.application_id);
  if not private.sees_others(review_person_data.application_id, auth.uid()) then
    perform private.reveal_others(array[review_person_data.application_id]);
  end if;
  return jsonb_build_object(
    'application_id', review_person_data.application_id,
    'created_at', clock_timestamp(),
    'data', private.rows_about(review_person_data.application_id) || jsonb_build_object(
      'questions', (
        select q.wording from public.question_sets q
          join public.applications a on a.questions_version = q.version
         where a.id = review_person_data.application_id),
      'access_log', (
        select coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'kind', l.kind) order by l.id), '[]')
          from public.access_log l where l.application_id = review_person_data.application_id)
    )
  );
end
$$;

grant execute on function public.review_person_data to authenticated;
