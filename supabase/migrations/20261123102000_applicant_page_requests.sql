-- What applicants ask for on their page (45_applicant_page): to be withdrawn, to be erased, and either taken back within a
-- minute.

-- Withdraws the application, whatever the lab has decided and not told: the answer says nothing of it. Mails of the lab
-- that wait are stopped. Outcomes 'withdrawn', 'erasing'.
create function public.my_application_withdraw(link_secret text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications := private.application_behind(link_secret);
  refused text;
begin
  if a.id is null then
    return '{"outcome": "unknown"}';
  end if;
  refused := private.closed_for_changes(a);
  if refused is not null then
    return private.applicant_answer(refused, a.id);
  end if;
  insert into public.applicant_requests as r (application_id, kind) values (a.id, 'withdraw')
  on conflict on constraint applicant_requests_pkey do update set asked_at = clock_timestamp();
  perform private.record_applicant(a.id, '{"deed": "withdrawn"}');
  perform private.change_status(array[a.id], 'withdrawn', 'applicant');
  perform private.queue_applicant_mail(a.id, 'withdrawn');
  return private.applicant_answer('withdrawn', a.id);
end
$$;

-- Has the application erased in a minute, by erase_asked_applications. Outcome 'erasing'.
create function public.my_application_erase(link_secret text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications := private.application_behind(link_secret);
begin
  if a.id is null then
    return '{"outcome": "unknown"}';
  end if;
  insert into public.applicant_requests (application_id, kind) values (a.id, 'erase')
  on conflict on constraint applicant_requests_pkey do nothing;
  if found then
    perform private.record_applicant(a.id, '{"deed": "erasure_asked"}');
    perform private.queue_applicant_mail(a.id, 'erasing');
  end if;
  return private.applicant_answer('erasing', a.id);
end
$$;

-- Takes back a request ('withdraw' or 'erase') within a minute; an undone withdrawal returns to the status period
-- before, where the lab has not moved the application since, and the mails that it stopped leave after all. Outcomes 'undone', 'too_late'.
create function public.my_application_undo(link_secret text, request text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications := private.application_behind(link_secret);
begin
  if a.id is null then
    return '{"outcome": "unknown"}';
  end if;
  delete from public.applicant_requests r
   where r.application_id = a.id and r.kind = request and r.asked_at > clock_timestamp() - interval '1 minute';
  if not found then
    return private.applicant_answer(
      case when exists (
        select from public.applicant_requests r where r.application_id = a.id and r.kind = request
      ) then 'too_late' else 'undone' end,
      a.id
    );
  end if;
  update public.application_mails m
     set state = 'dropped'
   where m.application_id = a.id and m.state = 'due'
     and m.topic = case request when 'withdraw' then 'withdrawn' else 'erasing' end;
  perform private.record_applicant(
    a.id, jsonb_build_object('deed', case request when 'withdraw' then 'withdrawal_undone' else 'erasure_undone' end));
  if request = 'withdraw' then
    perform private.change_status(array[a.id], null, 'undo');
  end if;
  return private.applicant_answer('undone', a.id);
end
$$;

-- For schedulers: erases what has been asked to be for a minute, at most 500 applications a call; answers how many.
create function public.erase_asked_applications(batch integer default 500) returns bigint
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  due uuid;
  erased bigint := 0;
begin
  perform private.wait_for_erasers();
  for due in
    select a.id
      from public.applicant_requests r
      join public.applications a on a.id = r.application_id
     where r.kind = 'erase' and r.asked_at <= clock_timestamp() - interval '1 minute'
     order by r.asked_at
     limit least(batch, 500)
       for update of a, r skip locked
  loop
    erased := erased + private.erase_application(due, 'applicant')::integer;
  end loop;
  return erased;
end
$$;

revoke all on function public.my_application_withdraw(text), public.my_application_erase(text), public.my_application_undo(text, text),
  public.erase_asked_applications(integer)
  from public, anon, authenticated;
grant execute on function public.my_application_withdraw(text), public.my_application_erase(text),
  public.my_application_undo(text, text)
  to anon, authenticated, service_role;
grant execute on function public.erase_asked_applications(integer) to service_role;
