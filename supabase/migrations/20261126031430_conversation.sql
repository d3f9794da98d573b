-- The conversation with an applicant besides the lab's mails (*_application_mails.sql has their threads), namely bounces,
-- pasted answers, booking links, and the interview date.

-- Bounces. An address is marked when a mail server refused it permanently, or when a reviewer reports a returned mail. All
-- mails to it are held except the lab's own, and a confirmation mail that the applicant requests, of which there are at
-- most five and which is not retried automatically.

create function private.is_held_by_bounces(mail private.mails) returns boolean
language sql immutable
as $$
  select mail.kind not in ('confirmation', 'lab') and mail.topic is distinct from 'corrected'
$$;

-- While an application waits to be erased, all its mails are held except the one that reports it.
create function private.hold_mail() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
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

create trigger hold_mail
  before insert or update of state on private.mails
  for each row when (new.state = 'due' and new.application_id is not null)
  execute function private.hold_mail();

-- Marks an application's address and holds its waiting mails. The latest sent decision mail counts as returned, so the
-- applicant was not notified by it. Returns true unless it was already marked.
create function private.mark_bounced(of_application uuid, reason text) returns boolean
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  update public.applications a set email_bounced_at = now()
   where a.id = of_application and a.email_bounced_at is null;
  if not found then
    return false;
  end if;
  update private.mails m set state = 'held'
   where m.application_id = of_application and m.state = 'due' and private.is_held_by_bounces(m);
  update private.mails m set bounced_at = now()
   where m.id = (
     select l.id from private.mails l
      where l.application_id = of_application and l.kind = 'review' and l.state = 'sent'
      order by l.sent_at desc, l.id limit 1);
  perform private.note_answers(array[of_application]);
  perform private.record_event(of_application, 'bounced', jsonb_strip_nulls(jsonb_build_object('reason', reason)));
  return true;
end
$$;

-- Records that the mail server refused the recipient of a claimed mail permanently. The mail is held, and the address is
-- marked if it is still the applicant's. `reason` contains the mail server's words.
create function public.refuse_mail(mail_id uuid, email text, failure text, reason text) returns void
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  of_application uuid;
begin
  select a.id into of_application
    from public.applications a
   where a.id = (select m.application_id from private.mails m where m.id = mail_id)
     and private.email_key(a.email) = private.email_key(refuse_mail.email)
     for update;
  perform public.finish_mail(mail_id, failure, false, true);
  if of_application is not null then
    update private.mails m set state = 'held'
     where m.id = mail_id and m.state in ('due', 'failed') and m.revoked_at is null;
    perform private.mark_bounced(of_application, left(refuse_mail.reason, 200));
  end if;
end
$$;

-- Releases what was held once the mark is gone, or the erasure was taken back. Of confirmation mails it is the latest, while its link is still wanted.
create function private.release_held_mails() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  update private.mails m set state = 'due', due_at = greatest(m.due_at, now()), attempts = 0
   where m.application_id = new.id and m.state = 'held' and (
     m.kind <> 'confirmation'
     or (new.email_confirmed_at is null and new.email = old.email and m.id = (
       select held.id from private.mails held
        where held.application_id = new.id and held.kind = 'confirmation' and held.state = 'held' and held.revoked_at is null
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

-- For reviewers. Records a bounce that came by mail. Marking twice is no error. Returns the application's row.
create function public.review_bounce_mark(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('reviewer');
  perform private.locked_application(review_bounce_mark.application_id);
  perform private.mark_bounced(review_bounce_mark.application_id, null);
  return private.answered_row(review_bounce_mark.application_id);
end
$$;

-- For reviewers. Clears the mark and releases held mails. Clearing twice is no error.
create function public.review_bounce_clear(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
begin
  perform private.demand('reviewer');
  a := private.locked_application(review_bounce_clear.application_id);
  if a.email_bounced_at is not null then
    update public.applications set email_bounced_at = null where id = a.id;
    perform private.record_event(a.id, 'bounce_cleared', '{}');
  end if;
  return private.answered_row(a.id);
end
$$;

-- An applicant's mailed answers, pasted by reviewers.

create table public.application_replies (
  id uuid constraint application_replies_pkey primary key default gen_random_uuid(),
  application_id uuid not null
    constraint application_replies_application_id_fkey references public.applications (id) on delete cascade,
  body text not null
    constraint application_replies_body_check check (char_length(body) between 1 and 10000),
  received_at timestamptz not null,
  pasted_by uuid,
  pasted_by_email text,
  pasted_at timestamptz not null default clock_timestamp()
);
create index application_replies_application_idx on public.application_replies (application_id, received_at);

revoke all on table public.application_replies from public, anon, authenticated;
grant select on table public.application_replies to service_role;

alter table public.application_replies enable row level security;

-- For reviewers. Stores an applicant's answer of 1 to 10,000 characters. `received_at` is its time (null for now).
create function public.review_reply_add(application_id uuid, body text, received_at timestamptz default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept text;
  came timestamptz := coalesce(received_at, now());
  reply public.application_replies;
begin
  perform private.demand('reviewer');
  kept := private.checked_words(body, 'An answer');
  if came not between '2000-01-01' and now() + interval '5 minutes' then
    raise invalid_parameter_value using message = 'An answer came at a time that is over.';
  end if;
  perform private.locked_application(review_reply_add.application_id);
  insert into public.application_replies (application_id, body, received_at, pasted_by, pasted_by_email)
  values (review_reply_add.application_id, kept, came, auth.uid(), private.caller_email())
  returning * into reply;
  perform private.record_event(reply.application_id, 'answered', jsonb_build_object('reply', reply.id));
  return to_jsonb(reply);
end
$$;

-- For the author of a pasted reply and for owners. Removing a removed one is no error.
create function public.review_reply_remove(reply_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reply public.application_replies;
begin
  perform private.demand('reviewer');
  -- The application first, as an erasure locks them.
  perform from public.applications a
   where a.id = (select r.application_id from public.application_replies r where r.id = review_reply_remove.reply_id)
     and private.is_present(a.erasing_at)
     for key share;
  if not found then
    return;
  end if;
  select * into reply from public.application_replies r where r.id = review_reply_remove.reply_id for update;
  if not found then
    return;
  end if;
  if reply.pasted_by is distinct from auth.uid() and public.review_access() <> 'owner' then
    raise insufficient_privilege using message = 'Only who pasted an answer or an owner removes it.';
  end if;
  delete from public.application_replies r where r.id = reply.id;
  perform private.record_event(reply.application_id, 'answer_removed', '{}');
end
$$;

-- The interview date belongs to one period in the status interview. private.change_status clears it and an undo restores
-- it.

-- For reviewers. Sets or clears (null) the interview date. Returns the application's row.
create function public.review_interview_set(application_id uuid, interview_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
begin
  perform private.demand('reviewer');
  if review_interview_set.interview_at not between now() - interval '1 year' and now() + interval '1 year' then
    raise invalid_parameter_value using message = 'An interview is at most a year away.';
  end if;
  a := private.locked_application(review_interview_set.application_id);
  if a.status <> 'interview' then
    raise sqlstate 'PT422' using message = 'Only an application in the status interview has a date for it.';
  end if;
  if a.interview_at is distinct from review_interview_set.interview_at then
    update public.applications t set interview_at = review_interview_set.interview_at where t.id = a.id;
    perform private.record_event(
      a.id,
      case when review_interview_set.interview_at is null then 'interview_cleared' else 'interview_set' end,
      jsonb_strip_nulls(jsonb_build_object('at', review_interview_set.interview_at))
    );
  end if;
  return private.answered_row(a.id);
end
$$;

-- The reasons that members gave when they declined, one for each status period.
create table private.declined_reasons (
  application_id uuid not null,
  period integer not null,
  status text not null default 'declined' constraint declined_reasons_status_check check (status = 'declined'),
  reason text not null constraint declined_reasons_reason_fkey references public.decline_reasons (key),
  constraint declined_reasons_pkey primary key (application_id, period, status),
  constraint declined_reasons_period_fkey foreign key (application_id, period, status)
    references public.application_status_periods (application_id, n, status) on delete cascade
);

create index declined_reasons_reason_idx on private.declined_reasons (reason);

-- Keeps the reason with the present period of each of `ids`.
create function private.keep_reason(ids uuid[], reason text) returns void
language sql set search_path = ''
as $$
  insert into private.declined_reasons as d (application_id, period, reason)
  select a.id, a.current_period, keep_reason.reason from public.applications a
   where a.id = any (ids) and a.status = 'declined' and keep_reason.reason is not null
  on conflict on constraint declined_reasons_pkey do update set reason = excluded.reason
$$;

-- The number of erased applications by the reason with which they were declined.
create table private.erased_reasons (
  day date not null,
  reason text not null constraint erased_reasons_reason_fkey references public.decline_reasons (key),
  n bigint not null,
  constraint erased_reasons_pkey primary key (reason, day)
);

revoke all on function public.refuse_mail, public.review_bounce_mark, public.review_bounce_clear, public.review_reply_add,
  public.review_reply_remove, public.review_interview_set from public, anon, authenticated;
grant execute on function public.refuse_mail to service_role;
grant execute on function public.review_bounce_mark, public.review_bounce_clear, public.review_reply_add,
  public.review_reply_remove, public.review_interview_set to authenticated;
