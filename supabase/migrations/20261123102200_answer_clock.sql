-- The lab's clock: how long a confirmed application has waited for its first answer, and until when public.lab_terms
-- promises one. A decision ends the wait, and so does the first mail with a move that has left; an undone decision starts
-- the clock again where it was.

-- Whether an application waits. PostgreSQL writes the body into the query, where it meets the condition of
-- applications_waiting_idx; with a search path of its own it could not.
create function private.is_waiting(
  status text, email_confirmed_at timestamptz, first_answered_at timestamptz, archived_at timestamptz
) returns boolean
language sql immutable parallel safe
as $$
  select email_confirmed_at is not null and first_answered_at is null and archived_at is null
    and status in ('submitted', 'in_review', 'interview')
$$;

-- How long after its confirmation an application is to be answered.
create function private.answer_time() returns interval
language sql stable set search_path = ''
as $$
  select make_interval(hours => 24 * t.answer_days) from public.lab_terms t
$$;

-- What waits, is overdue, or due within three days ('soon'), as SQL over the alias `a`.
create function private.due_condition(due text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  last_in_time timestamptz := now() - private.answer_time();
  waiting constant text :=
    'private.is_waiting(a.status, a.email_confirmed_at, a.first_answered_at, a.archived_at)';
begin
  case due
    when 'waiting' then
      return waiting;
    when 'overdue' then
      return format('%s and a.email_confirmed_at < %L', waiting, last_in_time);
    when 'soon' then
      return format(
        '%s and a.email_confirmed_at >= %L and a.email_confirmed_at < %L',
        waiting, last_in_time, last_in_time + interval '72 hours');
    else
      raise invalid_parameter_value using message = 'The filter "due" is waiting, overdue or soon.';
  end case;
end
$$;

-- Keeps when the first mail with a move left.
create function private.note_first_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.applications a
     set first_answered_at = coalesce(new.sent_at, now())
   where a.id = new.application_id and a.first_answered_at is null;
  return null;
end
$$;

create trigger note_first_answer
  after update of state on public.application_mails
  for each row when (new.kind = 'review' and new.state = 'sent')
  execute function private.note_first_answer();

-- For readers: how many wait, how many of them are due within three days and how many are overdue, at this moment.
create function public.review_clock() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  last_in_time timestamptz := now() - private.answer_time();
begin
  perform private.demand('reader');
  return (
    select jsonb_build_object(
      'answer_days', (select t.answer_days from public.lab_terms t),
      'waiting', count(*),
      'overdue', count(*) filter (where a.email_confirmed_at < last_in_time),
      'soon', count(*) filter (
        where a.email_confirmed_at >= last_in_time and a.email_confirmed_at < last_in_time + interval '72 hours')
    )
    from public.applications a
    where private.is_waiting(a.status, a.email_confirmed_at, a.first_answered_at, a.archived_at)
  );
end
$$;

revoke all on function private.is_waiting(text, timestamptz, timestamptz, timestamptz), private.answer_time(),
  private.due_condition(text), private.note_first_answer(), public.review_clock()
  from public, anon, authenticated;
grant execute on function public.review_clock() to authenticated;
