-- A sender that goes on made two calls a mail: one to record that it was sent, one to claim the next.

-- One call for a sender that goes on: records that mails were sent, at most 100, and claims the next as claim_mails does (a
-- `batch` of 0: none). A mail whose application another transaction is changing is not waited for, for several locks in turn
-- could end in a deadlock: it is answered in "unrecorded", and finish_mail records it. Answers claim_mails' object with that list.
create function public.record_and_claim_mails(
  sent uuid[], batch integer default 10, per_second double precision default null
) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  recorded uuid[];
  unrecorded uuid[] := '{}';
  other uuid;
  answer jsonb := '{"orders": [], "wait_ms": 0}';
begin
  if cardinality(sent) > 100 then
    raise invalid_parameter_value using message = 'At most 100 mails are recorded at once.';
  end if;
  with held as (
    select m.id
      from public.application_mails m
      join public.applications a on a.id = m.application_id
     where m.id = any (sent) and m.state = 'sending'
       for update of a, m skip locked
  ),
  noted as (
    update public.application_mails m
       set state = 'sent', sent_at = now(), last_error = null
     where m.id = any (array(select held.id from held))
    returning m.id
  )
  select array_agg(noted.id) into recorded from noted;
  if cardinality(sent) > coalesce(cardinality(recorded), 0) then
    for other in select unnest(sent) except select unnest(recorded) order by 1 loop
      perform public.finish_opening_mail(other);
      perform public.finish_member_mail(other);
    end loop;
    unrecorded := array(select m.id from public.application_mails m where m.id = any (sent) and m.state = 'sending');
  end if;
  -- Before the claim, which gets none while the breaker is open. All lock the pace before the breaker.
  if cardinality(sent) > 0 and exists (select from private.mail_breaker b where b.opened_at is not null) then
    perform from private.mail_pace for update;
    perform private.close_mail_breaker();
  end if;
  if batch > 0 then
    answer := public.claim_mails(batch, per_second);
  end if;
  return answer || jsonb_build_object('unrecorded', unrecorded);
end
$$;

revoke all on function public.record_and_claim_mails(uuid[], integer, double precision)
  from public, anon, authenticated;
grant execute on function public.record_and_claim_mails(uuid[], integer, double precision) to service_role;
