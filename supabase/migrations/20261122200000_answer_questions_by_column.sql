-- The review's functions answer every question that the table has: another one is a column, not another definition.

-- The answers of an application of the alias `a` as SQL for jsonb_build_object: its columns that are named q and a number.
-- As SQL, because to_jsonb(a) with a choice of its keys takes longer than all the rest of an export.
create function private.answer_pairs() returns text
language sql stable set search_path = ''
as $$
  select string_agg(format('%L, a.%I', attname, attname), ', ' order by attnum)
    from pg_catalog.pg_attribute
   where attrelid = 'public.applications'::regclass and attname ~ '^q[0-9]+$' and not attisdropped
$$;

revoke all on function private.answer_pairs() from public, anon, authenticated;

create or replace function public.review_application(application_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  a public.applications;
  answers jsonb;
begin
  perform private.demand('reader');
  select * into a from public.applications where id = review_application.application_id;
  if not found then
    raise sqlstate 'PT404' using message = 'This application is no longer there.';
  end if;
  execute format('select jsonb_build_object(%s) from (select ($1).*) a', private.answer_pairs()) into answers using a;
  return jsonb_build_object(
    'row', private.list_row(a, 'created') || jsonb_build_object(
      'sectors', a.sectors, 'first_touch', a.first_touch, 'decided_at', a.decided_at,
      'answers', answers
    ),
    'questions', (select to_jsonb(q) from public.question_sets q where q.version = a.questions_version),
    'moves', (select coalesce(jsonb_agg(m.to_status), '[]') from public.application_moves m where m.from_status = a.status),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]')
        from public.application_notes n where n.application_id = a.id
    ),
    'ratings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'reviewer', r.reviewer, 'email', u.email, 'criterion', r.criterion, 'score', r.score) order by u.email), '[]')
        from public.application_ratings r join auth.users u on u.id = r.reviewer where r.application_id = a.id
    ),
    'criteria', (select jsonb_agg(to_jsonb(c) order by c.position) from public.rating_criteria c),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.id desc), '[]')
        from (select * from public.application_events e where e.application_id = a.id order by e.id desc limit 200) e
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'state', m.state, 'subject', m.subject, 'created_at', m.created_at, 'sent_at', m.sent_at,
        'attempts', m.attempts) order by m.created_at desc), '[]')
        from public.application_mails m where m.application_id = a.id and m.kind <> 'lab'
    )
  );
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
          'archived_at', a.archived_at,
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
