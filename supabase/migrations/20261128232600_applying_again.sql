-- Applying again after a withdrawal, or a term after a decline. It begins a round of the same application: Submitted, with
-- another clock and consent, and with no score, answer or decision. Those of the earlier rounds stay in the history.

-- Begins the next round of an application whose row the caller has locked, after waiting for the erasers. The round that
-- ends is counted as an erased application is, so that the numbers of its days stay the same.
create function private.begin_round(a public.applications) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.tally_erased(a, (
    select r.reason from private.declined_reasons r where r.application_id = a.id and r.period = a.current_period));
  perform private.end_scorecards(a);
  delete from public.applicant_requests r where r.application_id = a.id;
  update private.mails m set state = 'dropped'
   where m.application_id = a.id and m.kind = 'applicant' and m.topic = 'withdrawn' and m.state in ('due', 'held');
  perform private.change_status(array[a.id], 'submitted', 'again');
  insert into private.mails (application_id, kind) values (a.id, 'lab');
  perform private.queue_applicant_mail(a.id, 'applied_again');
end
$$;

-- For the applicant. Outcomes 'applied_again', 'closed' (no applications are accepted), 'too_early' (see "apply_again" of
-- the application), 'not_over', 'too_many_asked' (five a day), 'erasing'.
create function public.my_application_apply_again(link_secret text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
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
    return private.applicant_answer(case when a.status = 'submitted' and a.round > 1 then 'applied_again' else 'not_over' end, a.id);
  elsif allowed_at > clock_timestamp() then
    return private.applicant_answer('too_early', a.id);
  elsif private.is_closed() then
    return private.applicant_answer('closed', a.id);
  elsif private.is_done_enough(a.id, 'applied_again') then
    return private.applicant_answer('too_many_asked', a.id);
  end if;
  perform private.record_applicant(a.id, jsonb_build_object('deed', 'applied_again', 'round', a.round + 1));
  perform private.begin_round(a);
  return private.applicant_answer('applied_again', a.id);
end
$$;

revoke all on function private.begin_round from public, anon, authenticated, service_role;
revoke all on function public.my_application_apply_again from public, anon, authenticated;
grant execute on function public.my_application_apply_again to anon, authenticated, service_role;
