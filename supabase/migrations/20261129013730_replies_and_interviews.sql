-- On the floor `review`.
-- An applicant's mailed answers, pasted by reviewers, and the date of an interview. The date belongs to one period in the status
-- interview. private.change_status clears it and an undo restores it.

-- An applicant's mailed answer, pasted by a reviewer.
create table public.application_replies (
  id uuid constraint application_replies_pkey primary key default gen_random_uuid(),
  application_id uuid not null
    constraint application_replies_application_id_fkey references public.applications (id) on delete cascade,
  body text not null -- personal data
    constraint application_replies_body_check check (char_length(body) between 1 and 10000),
  received_at timestamptz not null,
  pasted_by uuid,
  pasted_by_email text -- personal data
);

grant select on table public.application_replies to service_role;

alter table public.application_replies enable row level security;

create index application_replies_application_idx on public.application_replies (application_id, received_at);

-- For reviewers. Stores an applicant's answer of 1 to 10,000 characters. `received_at` is its time (null for now).
create function public.review_reply_add(application_id uuid, body text, received_at text default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept text;
  came timestamptz;
  reply public.application_replies;
begin
  perform private.demand('reviewer');
  perform private.limit_notes();
  kept := private.checked_text(body, 'An answer');
  came := coalesce(private.checked_moment(received_at), now());
  if came not between '2000-01-01' and now() + interval '5 minutes' then
    perform private.refuse(400, 'invalid_time', 'The time of an answer must be in the past.');
  end if;
  perform private.locked_application(review_reply_add.application_id);
  insert into public.application_replies (application_id, body, received_at, pasted_by, pasted_by_email)
  values (review_reply_add.application_id, kept, came, auth.uid(), private.caller_email())
  returning * into reply;
  -- Bounded for the same reason as notes (*_notes.sql).
  if (
    select sum(400 + octet_length(r.body)) from public.application_replies r where r.application_id = reply.application_id
  ) > 200000 then
    perform private.refuse(
      422, 'too_many_notes', 'The answers on this application have reached 200 KB. Remove an answer first.');
  end if;
  perform private.record_event(reply.application_id, 'reply_added', jsonb_build_object('reply', reply.id));
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
  if reply.pasted_by is distinct from auth.uid() and public.my_access() <> 'owner' then
    perform private.refuse(403, 'not_yours', 'Only the member who pasted an answer or an owner can remove it.');
  end if;
  delete from public.application_replies r where r.id = reply.id;
  perform private.record_event(reply.application_id, 'reply_removed', '{}');
end
$$;

-- For reviewers. Sets or clears (null) the interview date. Returns the application's row.
create function public.review_interview_set(application_id uuid, interview_at text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a constant public.applications := private.application_of_reviewer(application_id);
  moment constant timestamptz := private.checked_moment(interview_at);
begin
  if moment not between now() - interval '1 year' and now() + interval '1 year' then
    perform private.refuse(400, 'invalid_time', 'An interview is at most one year away.');
  end if;
  if a.status <> 'interview' then
    perform private.refuse(422, 'not_in_interview', 'Only an application in the status interview has a date for it.');
  end if;
  if a.interview_at is distinct from moment then
    update public.applications t set interview_at = moment where t.id = a.id;
    perform private.record_event(
      a.id,
      case when moment is null then 'interview_cleared' else 'interview_set' end,
      jsonb_strip_nulls(jsonb_build_object('at', moment))
    );
  end if;
  return private.answered_row(a.id);
end
$$;

grant execute on function public.review_reply_add, public.review_reply_remove, public.review_interview_set to
  authenticated;
