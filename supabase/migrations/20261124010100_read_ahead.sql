-- Reading applications ahead, each with its entry in the access log.

-- Whether the caller has an entry for this deed, or for opening, with this application from the last ten minutes. What a
-- clock that was set back has left in the future does not count.
create function private.has_read_lately(of_application uuid, deed text) returns boolean
language sql volatile set search_path = ''
as $$
  select exists (
    select from public.access_log l
     where l.application_id = of_application and l.actor = auth.uid() and l.kind in ('opened', deed)
       and l.at between clock_timestamp() - interval '10 minutes' and clock_timestamp()
  )
$$;

-- For what answers one application whole: one entry per person, application and ten minutes, however often the screen
-- asks again. What is handed out before it is shown (review_ahead) has an entry of its own kind; opening it then adds one.
create or replace function private.log_opening(of_application uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  deed constant text := case when current_setting('review.ahead', true) = 'on' then 'read_ahead' else 'opened' end;
begin
  if private.has_read_lately(of_application, deed) then
    return;
  end if;
  -- Two windows at once: the second waits here and then sees the first one's entry.
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || of_application::text, 0));
  if not private.has_read_lately(of_application, deed) then
    perform private.log_access(deed, of_application);
  end if;
end
$$;

revoke all on function private.has_read_lately(uuid, text) from public, anon, authenticated;
drop function private.has_opened_lately(uuid);

-- For readers: applications that are about to be shown, whole and with what the applicant shows, in the order of the
-- ids; those that are gone are left out. Reading ahead is reading: each has its entry in the access log, as what it is.
create function public.review_ahead(application_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 5;
  of_application uuid;
  ahead jsonb[] := '{}';
begin
  perform private.demand('reader');
  if coalesce(cardinality(application_ids), 0) > most then
    raise invalid_parameter_value using message = format('At most %s applications are read ahead.', most);
  end if;
  perform set_config('review.ahead', 'on', true);
  foreach of_application in array coalesce(application_ids, '{}') loop
    if exists (select from public.applications a where a.id = of_application) then
      ahead := ahead || jsonb_build_object(
        'application', public.review_application(of_application), 'evidence', public.review_evidence(of_application));
    end if;
  end loop;
  perform set_config('review.ahead', '', true);
  return to_jsonb(ahead);
end
$$;

revoke all on function public.review_ahead(uuid[]) from public, anon, authenticated;
grant execute on function public.review_ahead(uuid[]) to authenticated;
