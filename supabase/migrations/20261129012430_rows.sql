-- On the floor `reading`.
-- The row of an application that every function of the review returns.

-- Returns the list's row of one application, with the cursor to continue after it.
create function private.list_row(a public.applications, sort text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id, 'created_at', a.created_at, 'name', a.name, 'email', a.email, 'linkedin', a.linkedin,
    'sectors', left(a.sectors, 200), 'status', a.status, 'version', a.version,
    'email_confirmed_at', a.email_confirmed_at, 'confirmation_mail', a.confirmation_mail, 'assignee', a.assignee,
    'tags', a.tags, 'rating', private.seen_rating(a), 'source', a.source, 'status_changed_at', a.status_changed_at,
    'archived_at', a.archived_at, 'email_bounced_at', a.email_bounced_at,
    'promise', private.promise_of(a), 'notified_at', a.notified_at, 'round', a.round,
    'mail_due_at', case when mail.state in ('due', 'sending') then mail.due_at end,
    'mail_edited_by', case when mail.edit_expires_at > now() then mail.edited_by end,
    'interview_at', case when a.status = 'interview' then a.interview_at end,
    'due_at', case when private.promise_of(a) = 'waiting' then private.answer_by(a) end,
    'cursor', jsonb_build_array(
      case sort
        when 'name' then a.name_key
        when 'rating' then private.seen_rating(a)::text
        when 'changed' then (a.status_changed_at at time zone 'UTC')::text || '+00'
        when 'due' then (private.promise_since(a.email_confirmed_at, a.waiting_since) at time zone 'UTC')::text || '+00'
        else (a.created_at at time zone 'UTC')::text || '+00'
      end,
      a.id
    )
  )
    from (select) once
    left join lateral (select * from private.mail_under_way(a) m where private.promise_of(a) = 'to_notify') mail on true
$$;

-- The row of one application as the list shows it, after a change.
create function private.answered_row(of_application uuid) returns jsonb
language sql set search_path = ''
as $$
  select private.list_row(a, 'created') from public.applications a where a.id = of_application
$$;
