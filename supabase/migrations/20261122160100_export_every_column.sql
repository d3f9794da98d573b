-- The browser's export holds the columns of the command's: supabase/functions/_shared/contract/export-columns.ts.

create or replace function public.review_export(filter jsonb default '{}', after jsonb default null, page_size integer default 2000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb[];
begin
  perform private.demand('reader');
  if page_size not between 1 and 5000 then
    raise invalid_parameter_value using message = 'A page of an export has 1 to 5000 applications.';
  end if;
  select array_agg(
    jsonb_build_object(
      'id', a.id, 'created_at', a.created_at, 'name', a.name, 'email', a.email, 'linkedin', a.linkedin,
      'sectors', a.sectors, 'q1', a.q1, 'q2', a.q2, 'q3', a.q3, 'q4', a.q4, 'q5', a.q5, 'q6', a.q6, 'q7', a.q7,
      'questions_version', a.questions_version, 'status', a.status, 'status_changed_at', a.status_changed_at,
      'email_confirmed_at', a.email_confirmed_at, 'confirmation_mail', a.confirmation_mail,
      'archived_at', a.archived_at,
      'assignee', (select u.email from auth.users u where u.id = a.assignee), 'tags', a.tags,
      'rating', nullif(a.rating, 0), 'source', a.source,
      'cursor', jsonb_build_array((a.created_at at time zone 'UTC')::text || '+00', a.id)
    )
  ) into page
  from private.list_page(filter, 'created', true, after, page_size) a;
  return jsonb_build_object(
    'rows', coalesce(to_jsonb(page[1:page_size]), '[]'),
    'more', coalesce(cardinality(page), 0) > page_size
  );
end
$$;
