-- On the floor `applicant`.
-- Applicants' changes on their page. They withdraw, undone within a minute, erase, taken back within a day, correct, apply
-- again, and show one piece of evidence. The answers are those of *_applicant_page.sql.

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
  perform private.record_event(after.id, 'applicant', jsonb_build_object('action', 'corrected', 'before', was, 'after', is_now));
  if after.assignee is not null
    and exists (
      select from public.application_ratings r
       where r.application_id = after.id
         and (r.reviewer = after.assignee or private.sees_others(after.id, after.assignee)))
    and not exists (
      select from private.messages m
       where m.application_id = after.id and m.topic = 'corrected' and m.state = 'due'
    )
  then
    perform private.queue_applicant_mail(after.id, 'corrected');
  end if;
end
$$;

-- Corrects the data by the rules of the form. Outcomes 'corrected', 'invalid' with "field", 'duplicate' (another
-- application has the profile), 'too_many_changes' (today), 'too_many_corrections' (of profiles, by this caller),
-- 'withdrawn', 'erasing'. Nothing is refused with an error, which would take the counts back. Reviewers see both versions,
-- and if there is a score the assignee gets a mail.
create function public.my_application_correct(link_secret text, name text, linkedin text, sectors text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.applications := private.application_behind(link_secret);
  after public.applications;
  profile constant text := private.linkedin_profile(private.profile_alone(private.trimmed(linkedin)));
  refused constant text := private.closed_for_changes(before);
  field text;
begin
  if refused is not null then
    return private.applicant_answer(refused, before.id);
  elsif private.is_change_limited(before.id) then
    return private.applicant_answer('too_many_changes', before.id);
  end if;
  if profile is distinct from before.linkedin_profile then
    -- Counted, because 'duplicate' reveals as much as an application. An unconfirmed application with this profile is
    -- archived.
    if not private.may_request('correction') then
      return private.applicant_answer('too_many_corrections', before.id);
    end if;
    perform private.make_room(null, profile);
  end if;
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

-- Withdraws the application, whatever the lab has decided without telling it. The lab's waiting mails are stopped. The
-- mail about it waits until it can no longer be undone. Outcomes 'withdrawn', 'erasing'.
create function public.my_application_withdraw(link_secret text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications := private.application_behind(link_secret);
  refused constant text := private.closed_for_changes(a);
begin
  if refused is not null then
    return private.applicant_answer(refused, a.id);
  end if;
  perform private.record_event(a.id, 'applicant', '{"action": "withdrawn"}');
  perform private.change_status(array[a.id], 'withdrawn', 'applicant');
  perform private.queue_applicant_mail(a.id, 'withdrawn', clock_timestamp() + private.undo_time());
  return private.applicant_answer('withdrawn', a.id);
end
$$;

-- Hides the application at once and has it erased in a day. Outcomes 'erasing', 'too_many_today' (five a day, because each
-- can be taken back).
create function public.my_application_erase(link_secret text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications := private.application_behind(link_secret);
begin
  if a.id is null then
    return '{"outcome": "unknown"}';
  end if;
  if private.is_present(a.erasing_at) then
    if private.count_applicant_actions(a.id, 'erasure_requested') >= 5 then
      return private.applicant_answer('too_many_today', a.id);
    end if;
    perform private.record_event(a.id, 'applicant', '{"action": "erasure_requested"}');
    perform private.begin_erasure(a.id, 'applicant', '24 hours');
    perform private.queue_applicant_mail(a.id, 'erasing');
  end if;
  return private.applicant_answer('erasing', a.id);
end
$$;

-- Undoes a request, 'withdraw' within a minute, 'erase' until it is erased. An undone withdrawal returns to the previous
-- status period, unless the lab moved the application since, and releases the mails that it stopped. An erasure that is taken
-- back is mailed. Outcomes 'undone', 'too_late', 'too_many_undos' (five withdrawals a day, because none is refused).
create function public.my_application_undo(link_secret text, request text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications := private.application_behind(link_secret);
  withdrawn_at constant timestamptz := private.withdrawn_at(a.id);
begin
  if a.id is null then
    return '{"outcome": "unknown"}';
  elsif request = 'erase' then
    if private.end_erasure(a.id, 'applicant') then
      perform private.record_event(a.id, 'applicant', '{"action": "erasure_undone"}');
      perform private.queue_applicant_mail(a.id, 'erasure_undone');
    end if;
    return private.applicant_answer('undone', a.id);
  elsif not private.is_present(a.erasing_at) then
    return private.applicant_answer('erasing', a.id);
  end if;
  if withdrawn_at is null or request is distinct from 'withdraw' then
    return private.applicant_answer('undone', a.id);
  elsif private.count_applicant_actions(a.id, 'withdrawal_undone') >= 5 then
    return private.applicant_answer('too_many_undos', a.id);
  elsif withdrawn_at <= clock_timestamp() - private.undo_time() then
    return private.applicant_answer('too_late', a.id);
  end if;
  update private.messages m set state = 'dropped'
   where m.application_id = a.id and m.state = 'due' and m.topic = 'withdrawn';
  perform private.record_event(a.id, 'applicant', '{"action": "withdrawal_undone"}');
  perform private.change_status(array[a.id], null, 'undo');
  return private.applicant_answer('undone', a.id);
end
$$;

-- Replaces the applicant's evidence. Three empty fields remove it. Outcomes 'saved', 'removed', 'invalid' with "field",
-- 'too_many_changes' (today), 'withdrawn', 'erasing'.
create function public.my_application_evidence_save(link_secret text, link text, repository text, words text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications := private.application_behind(link_secret);
  refused constant text := private.closed_for_changes(a);
  stored jsonb;
begin
  if refused is not null then
    return private.applicant_answer(refused, a.id);
  elsif private.is_change_limited(a.id) then
    return private.applicant_answer('too_many_changes', a.id);
  end if;
  if private.trimmed(concat(link, repository, words)) = '' then
    delete from public.application_evidence e where e.application_id = a.id;
    if found then
      perform private.record_event(a.id, 'applicant', '{"action": "evidence_removed"}');
    end if;
    return private.applicant_answer('removed', a.id);
  end if;
  stored := private.store_evidence(a.id, link, repository, words);
  return private.applicant_answer(stored ->> 'outcome', a.id) || stored;
end
$$;

-- For the applicant. Outcomes 'applied_again', 'closed' (no applications are accepted), 'too_early' (see "apply_again" of
-- the application), 'still_open', 'too_many_today' (five a day), 'erasing'.
create function public.my_application_apply_again(link_secret text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
  allowed_at timestamptz;
begin
  if private.application_of_link(link_secret) is not null then
    -- Before the application is locked, as erasures do.
    perform private.wait_for_erasers();
  end if;
  a := private.application_behind(link_secret);
  allowed_at := private.apply_again_from(a);
  if a.id is null then
    return '{"outcome": "unknown"}';
  elsif not private.is_present(a.erasing_at) then
    return private.applicant_answer('erasing', a.id);
  elsif allowed_at is null then
    return private.applicant_answer(case when a.status = 'submitted' and a.round > 1 then 'applied_again' else 'still_open' end, a.id);
  elsif allowed_at > clock_timestamp() then
    return private.applicant_answer('too_early', a.id);
  elsif private.is_closed() then
    return private.applicant_answer('closed', a.id);
  elsif private.count_applicant_actions(a.id, 'applied_again') >= 5 then
    return private.applicant_answer('too_many_today', a.id);
  end if;
  perform private.record_event(a.id, 'applicant', jsonb_build_object('action', 'applied_again', 'round', a.round + 1));
  perform private.begin_round(a);
  return private.applicant_answer('applied_again', a.id);
end
$$;

grant execute on function public.my_application_correct, public.my_application_withdraw, public.my_application_erase,
  public.my_application_undo, public.my_application_evidence_save, public.my_application_apply_again to anon, authenticated,
  service_role;
