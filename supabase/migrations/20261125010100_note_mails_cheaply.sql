-- What a confirmation mail notes on its application costs a look where it is noted already, and a change of one column else:
-- no comparison of the whole application before and after.

-- Keeps the application's summary of its latest confirmation mail. A mail that the mail server's absence held up is
-- being retried too, though it has spent no try. Nothing else of the application changes: the triggers that compare all of it
-- before and after are told so, for they cost more than the mail.
create or replace function private.note_confirmation_mail() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  noted constant text := case
    when new.state = 'due' and (new.attempts > 0 or new.last_error is not null) then 'retrying'
    when new.state = 'due' then 'sending'
    when new.state = 'dropped' then 'none'
    when new.state = 'held' then 'failed'
    else new.state
  end;
begin
  -- A claim changes nothing here: a look costs a fraction of an update that finds nothing.
  if exists (select from public.applications a where a.id = new.application_id and a.confirmation_mail <> noted) then
    perform set_config('solostead.notes_mail', 'on', true);
    update public.applications set confirmation_mail = noted where id = new.application_id;
    perform set_config('solostead.notes_mail', '', true);
  end if;
  return null;
end
$$;

drop trigger record_application_changes on public.applications;
create trigger record_application_changes
  after update on public.applications
  referencing old table as rows_before new table as rows_after
  for each statement when (current_setting('solostead.notes_mail', true) is distinct from 'on')
  execute function private.record_application_changes();

drop trigger tally_changed_applications on public.applications;
create trigger tally_changed_applications
  after update on public.applications
  referencing old table as rows_before new table as rows_after
  for each statement when (current_setting('solostead.notes_mail', true) is distinct from 'on')
  execute function private.tally_changed_applications();

-- By the columns named: a condition is read anew for every statement, a list of columns is not.
drop trigger guard_application on public.applications;
create trigger guard_application
  before update of status, assignee, version on public.applications
  for each row when (
    new.status is distinct from old.status or new.assignee is distinct from old.assignee
    or new.version is distinct from old.version
  )
  execute function private.guard_application();

drop trigger judge_told on public.applications;
create trigger judge_told
  before update of status on public.applications
  for each row when (new.status is distinct from old.status)
  execute function private.judge_told();

drop trigger note_stages on public.applications;
create trigger note_stages
  before update of status on public.applications
  for each row when (new.status is distinct from old.status)
  execute function private.note_stages();

drop trigger notice_assignment on public.applications;
create trigger notice_assignment
  after update of assignee on public.applications
  for each row when (new.assignee is distinct from old.assignee)
  execute function private.notice_assignment();

drop trigger overtake_mails on public.applications;
create trigger overtake_mails
  after update of status on public.applications
  for each row when (new.status is distinct from old.status)
  execute function private.overtake_mails();

drop trigger tell_of_changed_application on public.applications;
create trigger tell_of_changed_application
  after update of status, email_confirmed_at on public.applications
  for each row when (
    new.status is distinct from old.status or (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  )
  execute function private.tell_of_changed_application();
