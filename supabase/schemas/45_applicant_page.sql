-- The applicant's page: what it shows, and what its presses do. Each function is for anyone with a link's secret and
-- answers {"outcome", "application"}; without a link that works the outcome is 'unknown' and nothing else is said.

-- Where an application stands as its applicant was last told: by a mail that was sent with a move, by their own
-- withdrawal, or by the confirmation. What the lab has decided and not mailed is not told.
create function private.told_standing(of_application uuid, confirmed_at timestamptz, out status text, out since timestamptz)
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  decided_at timestamptz;
  withdrawn_at timestamptz;
begin
  select m.about, m.sent_at, m.created_at into status, since, decided_at
    from public.application_mails m
   where m.application_id = of_application and m.kind = 'review' and m.state = 'sent' and m.about is not null
   order by m.sent_at desc limit 1;
  select r.asked_at into withdrawn_at
    from public.applicant_requests r
   where r.application_id = of_application and r.kind = 'withdraw';
  if withdrawn_at > coalesce(decided_at, '-infinity') then
    status := 'withdrawn';
    since := withdrawn_at;
  elsif status is null then
    status := 'submitted';
    since := confirmed_at;
  end if;
end
$$;

-- The request that can still be taken back, the latest first.
create function private.undoable_request(of_application uuid) returns jsonb
language sql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
  select jsonb_build_object(
      'kind', r.kind,
      'seconds', ceil(extract(epoch from r.asked_at + interval '1 minute' - clock_timestamp()))
    )
    from public.applicant_requests r
   where r.application_id = of_application and r.asked_at > clock_timestamp() - interval '1 minute'
   order by r.asked_at desc limit 1
$$;

-- What the page shows.
create function private.applicant_view(of_application uuid) returns jsonb
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications;
  told record;
begin
  select * into a from public.applications where id = of_application;
  select * into told from private.told_standing(a.id, a.email_confirmed_at);
  return jsonb_build_object(
    'name', a.name, 'email', a.email, 'linkedin', a.linkedin, 'sectors', a.sectors,
    'applied_at', a.created_at, 'confirmed_at', a.email_confirmed_at,
    'status', told.status, 'since', told.since,
    -- The first mail with a move ends the wait (46_answer_clock); a decision that was not mailed is not told here.
    'answer_by', case when told.since = a.email_confirmed_at then private.answer_by(a) end,
    'questions', (
      select jsonb_agg(jsonb_build_object('wording', asked.value, 'answer', to_jsonb(a) -> asked.key) order by asked.key)
        from public.question_sets q cross join jsonb_each_text(q.wording) as asked
       where q.version = a.questions_version
    ),
    'evidence', (
      select jsonb_build_object('link', e.link, 'repository', e.repository, 'words', e.words)
        from public.application_evidence e where e.application_id = a.id
    ),
    'undo', private.undoable_request(a.id)
  );
end
$$;

create function private.applicant_answer(outcome text, of_application uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', outcome, 'application', private.applicant_view(of_application))
$$;

-- Why nothing of an application can be changed: 'withdrawn' or 'erasing'; null when it can.
create function private.closed_for_changes(a public.applications) returns text
language sql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
  select case
    when exists (select from public.applicant_requests r where r.application_id = a.id and r.kind = 'erase')
      then 'erasing'
    when (private.told_standing(a.id, a.email_confirmed_at)).status = 'withdrawn' then 'withdrawn'
  end
$$;

-- One line of history for what the applicant did.
create function private.record_applicant(of_application uuid, detail jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  -- No more a day than a person who changes their mind: the history shows the latest 200 of all.
  if detail ->> 'deed' in ('corrected', 'evidence', 'evidence_taken_back') and (
    select count(*) >= 40 from public.application_events e
     where e.application_id = of_application and e.kind = 'applicant' and e.at > now() - interval '1 day'
  ) then
    perform private.refuse(
      429, 'too_many_changes', 'This application was changed forty times today. Please try again tomorrow.', '86400');
  end if;
  perform private.record_event(of_application, 'applicant', detail);
end
$$;

-- Outcome 'open'.
create function public.my_application(link_secret text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  found_id uuid;
begin
  perform private.limit_page_requests();
  found_id := private.application_of_link(link_secret);
  if found_id is null then
    return '{"outcome": "unknown"}';
  end if;
  return private.applicant_answer('open', found_id);
end
$$;

-- All that the page shows and the mails that were sent, to take along. Outcome 'open'.
create function public.my_application_download(link_secret text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  answer constant jsonb := public.my_application(link_secret);
begin
  return answer || case when answer ->> 'outcome' = 'open' then jsonb_build_object(
    'came_from', (
      select jsonb_build_object('source', a.source, 'first_touch', a.first_touch)
        from public.applications a where a.id = private.application_of_link(link_secret)
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'about', coalesce(m.topic, m.kind), 'sent_at', m.sent_at, 'subject', m.subject, 'text', m.body
      )) order by m.sent_at), '[]')
        from public.application_mails m
       where m.application_id = private.application_of_link(link_secret) and m.state = 'sent'
         and m.kind <> 'lab' and m.topic is distinct from 'corrected'
    )
  ) else '{}' end;
end
$$;

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
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  profile constant text := private.linkedin_profile(private.profile_alone(private.trimmed(linkedin)));
  seconds double precision;
begin
  if profile is not distinct from before.linkedin_profile then
    return;
  end if;
  if current_setting('solostead.limits', true) is distinct from 'off' then
    seconds := private.count_address(private.request_address());
    if seconds > 0 then
      perform private.refuse_too_many(seconds);
    end if;
  end if;
  perform private.make_room(null, profile);
end
$$;

create function private.record_correction(before public.applications, after public.applications) returns void
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
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
  insert into public.applicant_requests as r (application_id, kind, from_status, from_times)
  values (
    a.id, 'withdraw', a.status,
    jsonb_build_object(
      'status_changed_at', a.status_changed_at, 'first_reviewed_at', a.first_reviewed_at, 'decided_at', a.decided_at)
  )
  on conflict on constraint applicant_requests_pkey
    do update set asked_at = clock_timestamp(), from_status = excluded.from_status,
                  from_times = excluded.from_times;
  perform private.record_applicant(a.id, '{"deed": "withdrawn"}');
  perform private.set_status(a.id, 'withdrawn');
  -- What an earlier withdrawal stopped is not brought back by undoing this one.
  update public.application_mails m
     set last_error = null
   where m.application_id = a.id and m.state = 'dropped' and m.last_error = 'withdrawn by the applicant';
  update public.application_mails m
     set state = 'dropped', last_error = 'withdrawn by the applicant'
   where m.application_id = a.id and m.kind = 'review' and m.state in ('due', 'held');
  if found then
    perform private.record_event(a.id, 'mail_cancelled', '{}');
  end if;
  perform private.queue_applicant_mail(a.id, 'withdrawn');
  return private.applicant_answer('withdrawn', a.id);
end
$$;

-- Gives an application a status against the arrows: the applicant's word does not wait for the lab's.
create function private.set_status(of_application uuid, to_status text) returns void
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  perform set_config('review.undo', 'on', true);
  update public.applications a set status = to_status where a.id = of_application and a.status <> to_status;
  perform set_config('review.undo', '', true);
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
  insert into public.applicant_requests (application_id, kind, from_status) values (a.id, 'erase', a.status)
  on conflict on constraint applicant_requests_pkey do nothing;
  if found then
    perform private.record_applicant(a.id, '{"deed": "erasure_asked"}');
    perform private.queue_applicant_mail(a.id, 'erasing');
  end if;
  return private.applicant_answer('erasing', a.id);
end
$$;

-- Takes back a request ('withdraw' or 'erase') within a minute; a withdrawal puts back the status from before, where the
-- lab has not changed it since, and the mails that it stopped. Outcomes 'undone', 'too_late'.
create function public.my_application_undo(link_secret text, request text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications := private.application_behind(link_secret);
  taken_back public.applicant_requests;
begin
  if a.id is null then
    return '{"outcome": "unknown"}';
  end if;
  delete from public.applicant_requests r
   where r.application_id = a.id and r.kind = request and r.asked_at > clock_timestamp() - interval '1 minute'
  returning r.* into taken_back;
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
  if request = 'withdraw' and a.status = 'withdrawn' then
    perform private.set_status(a.id, taken_back.from_status);
    update public.applications b
       set status_changed_at = (taken_back.from_times ->> 'status_changed_at')::timestamptz,
           first_reviewed_at = (taken_back.from_times ->> 'first_reviewed_at')::timestamptz,
           decided_at = (taken_back.from_times ->> 'decided_at')::timestamptz
     where b.id = a.id and taken_back.from_times ? 'status_changed_at';
    update public.application_mails m
       set state = 'due', last_error = null
     where m.application_id = a.id and m.state = 'dropped' and m.last_error = 'withdrawn by the applicant'
       and not exists (
         select from public.review_batches b where b.id = m.batch_id and b.undone_at is not null);
    perform pg_notify('application_mails', '');
  end if;
  return private.applicant_answer('undone', a.id);
end
$$;

-- Mails a new link and ends all others: those but the one that is shown at once, that one when the new one has left, so
-- that a mail server that is away leaves a way in. Outcomes 'mailed', 'too_many' (five a day), 'erasing'.
create function public.my_application_renew(link_secret text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications := private.application_behind(link_secret);
  asked integer;
  latest timestamptz;
begin
  if a.id is null then
    return '{"outcome": "unknown"}';
  elsif exists (select from public.applicant_requests r where r.application_id = a.id and r.kind = 'erase') then
    return private.applicant_answer('erasing', a.id);
  end if;
  delete from private.application_links l
   where l.application_id = a.id and l.secret_hash <> sha256(convert_to(link_secret, 'UTF8'));
  select count(*), max(m.created_at) into asked, latest
    from public.application_mails m
   where m.application_id = a.id and m.topic = 'new_link' and m.state <> 'failed'
     and m.created_at > now() - interval '1 day';
  if latest > now() - interval '1 minute' then
    return private.applicant_answer('mailed', a.id);
  elsif asked >= 5 then
    return private.applicant_answer('too_many', a.id);
  end if;
  perform private.limit_mail_requests(private.request_address());
  perform private.queue_applicant_mail(a.id, 'new_link');
  return private.applicant_answer('mailed', a.id);
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

revoke all on function private.told_standing(uuid, timestamptz), private.undoable_request(uuid),
  private.applicant_view(uuid), private.applicant_answer(text, uuid),
  private.closed_for_changes(public.applications), private.record_applicant(uuid, jsonb),
  public.my_application(text), public.my_application_download(text),
  public.my_application_correct(text, text, text, text), private.count_profile(public.applications, text),
  private.record_correction(public.applications, public.applications), public.my_application_withdraw(text),
  private.set_status(uuid, text), public.my_application_erase(text), public.my_application_undo(text, text),
  public.my_application_renew(text), public.erase_asked_applications(integer)
  from public, anon, authenticated;
grant execute on function public.my_application(text), public.my_application_download(text),
  public.my_application_correct(text, text, text, text), public.my_application_withdraw(text),
  public.my_application_erase(text), public.my_application_undo(text, text), public.my_application_renew(text)
  to anon, authenticated, service_role;
grant execute on function public.erase_asked_applications(integer) to service_role;
