-- On the floor `intake`.
-- Bounces. An address is marked when a mail server refused it permanently, or when a reviewer reports a returned mail. All mails
-- to it are held except the lab's own, and a confirmation mail that the applicant requests, of which there are few
-- (private.may_mail_confirmation) and which is not retried automatically.

create function private.is_held_by_bounces(mail private.messages) returns boolean
language sql immutable
as $$
  select mail.kind not in ('confirmation', 'lab') and mail.topic is distinct from 'corrected'
$$;

-- While an application waits to be erased, all its mails are held except the one that reports it.
create function private.hold_bounced_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.applications a
     where a.id = new.application_id and case
       when not private.is_present(a.erasing_at) then new.topic is distinct from 'erasing' or a.email_bounced_at is not null
       else a.email_bounced_at is not null and private.is_held_by_bounces(new)
     end
  ) then
    new.state := 'held';
  end if;
  return new;
end
$$;

create trigger hold_bounced_mail
  before insert or update of state on private.messages
  for each row when (new.state = 'due' and new.application_id is not null)
  execute function private.hold_bounced_mail();

-- Marks an application's address and holds its waiting mails. The latest sent decision mail counts as returned, so the
-- applicant was not notified by it. If the mail server `refused` a decision mail, that one counts instead. Returns true
-- unless the address was already marked.
create function private.mark_bounced(of_application uuid, reason text, refused uuid default null) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.applications a set email_bounced_at = now()
   where a.id = of_application and a.email_bounced_at is null;
  if not found then
    return false;
  end if;
  update private.messages m set state = 'held'
   where m.application_id = of_application and m.state = 'due' and private.is_held_by_bounces(m);
  update private.messages m set bounced_at = now()
   where m.id = (
     select l.id from private.messages l
      where l.application_id = of_application and l.kind = 'review' and (l.state = 'sent' or l.id = refused)
      order by l.sent_at desc nulls first, l.id limit 1);
  perform private.record_answers(array[of_application]);
  perform private.record_event(of_application, 'bounced', jsonb_strip_nulls(jsonb_build_object('reason', reason)));
  return true;
end
$$;

-- Records that the mail server refused the recipient of a claimed mail permanently, as `outcome` of finish_message says with
-- "refused": {"email", "reason"}. The mail is held, and the address is marked if it is still the applicant's. The reason
-- contains the mail server's words.
create function private.record_refused_mail(outcome jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  mail constant uuid := outcome ->> 'id';
  of_application uuid;
begin
  select a.id into of_application
    from public.applications a
   where a.id = (select m.application_id from private.messages m where m.id = mail)
     and private.email_key(a.email) = private.email_key(outcome -> 'refused' ->> 'email')
     for update;
  perform private.finish_message(outcome);
  if of_application is not null then
    update private.messages m set state = 'held'
     where m.id = mail and m.state in ('due', 'failed');
    perform private.mark_bounced(of_application, left(outcome -> 'refused' ->> 'reason', 200), mail);
  end if;
end
$$;

-- Releases what was held once the mark is gone, or the erasure was taken back. Of the confirmation mails that is the latest
-- alone, and only while its link is still wanted.
create function private.release_held_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.messages m set state = 'due', due_at = greatest(m.due_at, now()), attempts = 0
   where m.application_id = new.id and m.state = 'held' and (
     m.kind <> 'confirmation'
     or (new.email_confirmed_at is null and new.email = old.email and m.id = (
       select held.id from private.messages held
        where held.application_id = new.id and held.kind = 'confirmation' and held.state = 'held'
        order by held.created_at desc, held.id limit 1
     ))
   );
  perform pg_notify('mails', '');
  return null;
end
$$;

create trigger release_held_mails
  after update on public.applications
  for each row when (
    (old.email_bounced_at is not null and new.email_bounced_at is null) or (old.erasing_at is not null and new.erasing_at is null))
  execute function private.release_held_mails();

-- For reviewers. Records a bounce that came by mail, or clears the mark and releases held mails. Repeating either is no error.
-- Returns the application's row.
create function public.review_bounce_set(application_id uuid, bounced boolean default true) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a constant public.applications := private.application_of_reviewer(application_id);
begin
  if coalesce(bounced, true) then
    perform private.mark_bounced(a.id, null);
  elsif a.email_bounced_at is not null then
    update public.applications set email_bounced_at = null where id = a.id;
    perform private.record_event(a.id, 'bounce_cleared', '{}');
  end if;
  return private.answered_row(a.id);
end
$$;

grant execute on function public.review_bounce_set to authenticated;
