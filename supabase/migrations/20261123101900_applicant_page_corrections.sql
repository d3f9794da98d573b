-- What applicants correct on their page (45_applicant_page).

-- Corrects what was sent, by the rules of the form. Outcomes 'corrected', 'invalid' with "field", 'duplicate' (the
-- profile is another application's), 'withdrawn', 'erasing'. Reviewers see before and after; once there is a score the
-- assignee is mailed. Another profile is counted as an application is, for 'duplicate' tells as much as one.
create function public.my_application_correct(link_secret text, name text, linkedin text, sectors text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  before public.applications := private.application_behind(link_secret);
  after public.applications;
  refused text;
  field text;
begin
  if before.id is null then
    return '{"outcome": "unknown"}';
  end if;
  refused := private.closed_for_changes(before);
  if refused is not null then
    return private.applicant_answer(refused, before.id);
  end if;
  perform private.count_profile(before, linkedin);
  begin
    update public.applications a
       set name = coalesce(my_application_correct.name, ''), linkedin = coalesce(my_application_correct.linkedin, ''),
           sectors = coalesce(my_application_correct.sectors, '')
     where a.id = before.id
    returning a.* into after;
  exception
    when unique_violation then
      return private.applicant_answer('duplicate', before.id);
    when check_violation then
      get stacked diagnostics field = constraint_name;
      return private.applicant_answer('invalid', before.id)
        || jsonb_build_object('field', substring(field from '^applications_(.+)_check$'));
  end;
  if (before.name, before.linkedin, before.sectors) is distinct from (after.name, after.linkedin, after.sectors) then
    perform private.record_correction(before, after);
  end if;
  return private.applicant_answer('corrected', before.id);
end
$$;

-- Before a correction takes another profile: counts it, and makes room where an unconfirmed application holds it.
create function private.count_profile(before public.applications, linkedin text) returns void
language plpgsql
as $$
declare
  profile constant text := private.linkedin_profile(private.profile_alone(private.trimmed(linkedin)));
begin
  if profile is not distinct from before.linkedin_profile then
    return;
  end if;
  perform private.limit_requests('application', 1);
  perform private.make_room(null, profile);
end
$$;

create function private.record_correction(before public.applications, after public.applications) returns void
language plpgsql
as $$
declare
  was jsonb := '{}';
  is_now jsonb := '{}';
  field text;
begin
  foreach field in array array['name', 'linkedin', 'sectors'] loop
    if to_jsonb(before) -> field is distinct from to_jsonb(after) -> field then
      was := was || jsonb_build_object(field, to_jsonb(before) -> field);
      is_now := is_now || jsonb_build_object(field, to_jsonb(after) -> field);
    end if;
  end loop;
  perform private.record_applicant(
    after.id, jsonb_build_object('deed', 'corrected', 'before', was, 'after', is_now));
  if after.assignee is not null
    and exists (
      select from public.application_ratings r
       where r.application_id = after.id
         and (r.reviewer = after.assignee or private.sees_others(after.id, after.assignee)))
    and not exists (
      select from public.application_mails m
       where m.application_id = after.id and m.topic = 'corrected' and m.state = 'due'
    )
  then
    perform private.queue_applicant_mail(after.id, 'corrected');
  end if;
end
$$;

revoke all on function public.my_application_correct(text, text, text, text),
  private.count_profile(public.applications, text),
  private.record_correction(public.applications, public.applications)
  from public, anon, authenticated;
grant execute on function public.my_application_correct(text, text, text, text) to anon, authenticated, service_role;
