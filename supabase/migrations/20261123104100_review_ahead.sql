-- Reading ahead: what is shown next is there when it is asked for.

-- For readers: applications that are about to be shown, whole, with what the applicant shows and what else they sent, in the
-- order of the ids; those that are gone are left out. Reading ahead is reading: each has its entry in the access log, as what it is.
create function public.review_ahead(application_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 5;
begin
  perform private.demand('reader');
  if coalesce(cardinality(application_ids), 0) > most then
    raise invalid_parameter_value using message = format('At most %s applications are read ahead.', most);
  end if;
  perform private.log_opening(a.id, 'read_ahead')
     from unnest(application_ids) as asked (id) join public.applications a on a.id = asked.id;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'application', private.whole_application(a), 'evidence', private.evidence_of(a.id), 'others', private.others_of(a)
    ) order by asked.place), '[]')
      from unnest(application_ids) with ordinality as asked (id, place) join public.applications a on a.id = asked.id
  );
end
$$;

revoke all on function public.review_ahead(uuid[]) from public, anon, authenticated;
grant execute on function public.review_ahead(uuid[]) to authenticated;
