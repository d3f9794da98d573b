-- On the floor `review`.
-- Edits of waiting mails. An edit holds the mail while its dialog is open. The dialog renews the hold, so a lost one lets the
-- mail leave after five minutes.

-- Ends the edit of a mail that stops waiting. Named so that it runs after the triggers that choose the state.
create function private.release_edit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.due_at := old.due_before_edit;
  new.edit_key := null;
  new.edited_by := null;
  new.edit_expires_at := null;
  new.due_before_edit := null;
  return new;
end
$$;

create trigger release_edit
  before update of state on private.messages
  for each row when (old.edit_key is not null and new.state <> 'due')
  execute function private.release_edit();

-- Returns the waiting mail of a locked application, or refuses with the reason why it cannot be edited. `key` is the
-- caller's dialog, null for a new one. A dialog edits the mail that it was opened for, and no later one.
create function private.mail_to_edit(a public.applications, key uuid) returns private.messages
language plpgsql set search_path = ''
as $$
declare
  mail constant private.messages := private.mail_under_way(a);
  obstacle text;
begin
  obstacle := case
    when mail.state = 'held' then 'Emails to this address bounce. Take the mark off first.'
    when mail.state = 'sending' or mail.id is null and a.notified_at is not null then 'This email has left already.'
    when mail.id is null then 'This email was stopped.'
    when mail.edited_by <> auth.uid() and mail.edit_expires_at > now()
      then format('%s is editing this email.', private.member_name(mail.edited_by))
    when mail.edit_key <> key then 'This email was opened again elsewhere.'
    when key is not null and mail.edit_key is null then 'This edit has ended. Close it and edit the email again.'
  end;
  if obstacle is not null then
    perform private.refuse(
      409, 'mail_not_editable', obstacle, jsonb_build_object('row', private.list_row(a, 'created')));
  end if;
  return mail;
end
$$;

-- For reviewers. Holds an applicant's waiting mail for five minutes while the caller edits it. `key` renews the hold of an
-- open dialog, null begins one and ends the caller's others. Returns the key, the words and the row.
create function public.review_mail_edit(application_id uuid, key uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a constant public.applications := private.application_of_reviewer(application_id);
  mail private.messages := private.mail_to_edit(a, key);
begin
  update private.messages m
     set edit_key = coalesce(key, gen_random_uuid()), edited_by = auth.uid(),
         edit_expires_at = clock_timestamp() + interval '5 minutes',
         due_before_edit = coalesce(m.due_before_edit, m.due_at),
         due_at = greatest(coalesce(m.due_before_edit, m.due_at), clock_timestamp() + interval '5 minutes')
   where m.id = mail.id
  returning * into mail;
  return jsonb_build_object(
    'key', mail.edit_key, 'mail', jsonb_build_object('subject', mail.subject, 'body', mail.body),
    'row', private.answered_row(a.id));
end
$$;

-- For reviewers. Ends an edit. Without `mail` the mail leaves unchanged, half a minute from now at the earliest, and an edit
-- that has ended is no error. With it the mail gets these words, and a new time if it names a delay. A repeated call saves
-- once. Returns the time and the row.
create function public.review_mail_edit_end(application_id uuid, key uuid, mail jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a constant public.applications := private.application_of_reviewer(application_id);
  held private.messages := private.mail_under_way(a);
  words jsonb;
begin
  if mail is not null then
    words := private.mail_to_send(mail, a.status);
    -- The same words again belong to a save whose answer was lost.
    if (held.state, held.subject, held.body) is distinct from
         ('due', private.fill_template(words ->> 'subject', a), private.fill_template(words ->> 'body', a))
       or held.edit_key is not null then
      held := private.mail_to_edit(a, coalesce(key, gen_random_uuid()));
      perform private.record_event(a.id, 'mail_edited', jsonb_build_object('subject', words ->> 'subject'));
    end if;
  end if;
  if mail is not null or held.edit_key = key then
    update private.messages m
       set subject = coalesce(private.fill_template(words ->> 'subject', a), m.subject),
           body = coalesce(private.fill_template(words ->> 'body', a), m.body),
           due_at = case
             when mail ? 'delay' then (words ->> 'due_at')::timestamptz
             else greatest(coalesce(m.due_before_edit, m.due_at), clock_timestamp() + private.stop_time())
           end,
           edit_key = null, edited_by = null, edit_expires_at = null, due_before_edit = null
     where m.id = held.id
    returning * into held;
    perform pg_notify('mails', '');
  end if;
  return jsonb_build_object(
    'mail_due_at', case when held.state = 'due' then held.due_at end, 'row', private.answered_row(a.id));
end
$$;

grant execute on function public.review_mail_edit, public.review_mail_edit_end to authenticated;
