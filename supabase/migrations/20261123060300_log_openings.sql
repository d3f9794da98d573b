-- Applications are read through functions that keep the access log, and no other way.

-- The function keeps what it answers, whatever that is by now, and writes its entry before it.
do $change$
declare
  definition constant text := pg_get_functiondef('public.review_application(uuid)'::regprocedure);
  place constant text := E'\n  execute format(';
begin
  if strpos(definition, place) = 0 then
    raise exception 'review_application has no place for its entry in the access log';
  end if;
  execute replace(definition, place, E'\n  perform private.log_opening(a.id);' || place);
end
$change$;

alter function public.review_application(uuid) volatile;

-- For readers: every version of a note, the latest first. Reading them opens the application.
create function public.review_note_versions(note_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_application uuid;
begin
  perform private.demand('reader');
  select n.application_id into of_application from public.application_notes n where n.id = review_note_versions.note_id;
  if not found then
    raise sqlstate 'PT404' using message = 'This note is no longer there.';
  end if;
  perform private.log_opening(of_application);
  return (
    select coalesce(jsonb_agg(to_jsonb(v) order by v.version desc), '[]')
      from public.application_note_versions v where v.note_id = review_note_versions.note_id
  );
end
$$;

revoke all on function public.review_note_versions(uuid) from public, anon, authenticated;
grant execute on function public.review_note_versions(uuid) to authenticated;

-- Puts an unconfirmed application's confirmation mail in the queue again, within the limits that hold for everyone.
create or replace function public.review_resend_confirmation(application_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_queued boolean;
begin
  perform private.demand('reviewer');
  if exists (
    select from public.application_mails m
     where m.application_id = review_resend_confirmation.application_id and m.kind = 'confirmation'
       and coalesce(m.claimed_at, m.created_at) > now() - interval '1 minute'
  ) then
    raise sqlstate 'PT429' using message = 'A confirmation was mailed less than a minute ago.';
  end if;
  is_queued := public.resend_confirmation_mail(review_resend_confirmation.application_id);
  if is_queued then
    perform private.log_access('confirmation_resent', review_resend_confirmation.application_id);
  end if;
  return is_queued;
end
$$;

drop policy "admins read applications" on public.applications;
drop policy "admins read the history" on public.application_events;
drop policy "admins read the notes" on public.application_notes;
drop policy "admins read earlier notes" on public.application_note_versions;
drop policy "admins read the ratings" on public.application_ratings;

revoke select on table public.applications, public.application_events, public.application_notes,
  public.application_note_versions, public.application_ratings
  from authenticated;
