-- Reading ahead: what is shown next is there when it is asked for.

-- For readers: applications that are about to be shown, whole, with what the applicant shows and what else they sent, in the
-- order of the ids; those that are gone are left out. Reading ahead is reading: each has its entry in the access log, as what it is.
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
        'application', public.review_application(of_application), 'evidence', public.review_evidence(of_application),
        'others', public.review_same_person(of_application));
    end if;
  end loop;
  perform set_config('review.ahead', '', true);
  return to_jsonb(ahead);
end
$$;

revoke all on function public.review_ahead(uuid[]) from public, anon, authenticated;
grant execute on function public.review_ahead(uuid[]) to authenticated;
