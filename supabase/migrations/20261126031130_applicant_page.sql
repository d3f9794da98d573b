-- The applicant's page, its content, download, new link and corrections. Each function is for anyone with a link's secret
-- and returns {"outcome", "application"}. Without a valid link the outcome is 'unknown' and nothing else is returned.

-- Returns the status that the applicant was last notified of, by a mail with a move that did not bounce, by a member, by their own
-- withdrawal, or by the confirmation.
create function private.told_standing(of_application uuid, confirmed_at timestamptz, out status text, out since timestamptz)
language plpgsql stable
as $$
declare
  decided_at timestamptz;
  withdrawn_at timestamptz;
begin
  select told.status, told.at, told.decided_at into status, since, decided_at
    from (
      select m.about as status, m.sent_at as at, m.created_at as decided_at
        from private.mails m
       where m.application_id = of_application and m.kind = 'review' and m.state = 'sent' and m.bounced_at is null
         -- Mails of an earlier round answered that one.
         and m.created_at > (select a.created_at from public.applications a where a.id = of_application)
      union all
      select p.status, p.notified_at, p.notified_at
        from public.application_status_periods p
       where p.application_id = of_application and p.notified_at is not null
         and p.round = (select a.round from public.applications a where a.id = of_application)
    ) told
   order by told.at desc limit 1;
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

-- The request that can still be taken back, the erasure first.
create function private.undoable_request(of_application uuid) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
      'kind', r.kind, 'until', r.until, 'seconds', ceil(extract(epoch from r.until - clock_timestamp())))
    from (
      select 'erase' as kind, a.erasing_at as until from public.applications a where a.id = of_application
      union all
      select w.kind, w.asked_at + interval '1 minute' from public.applicant_requests w where w.application_id = of_application
    ) r
   where r.until > clock_timestamp()
   order by r.kind limit 1
$$;

create function private.applicant_view(of_application uuid) returns jsonb
language plpgsql stable
as $$
declare
  a public.applications;
  told record;
begin
  select * into a from public.applications where id = of_application;
  select * into told from private.told_standing(a.id, greatest(a.email_confirmed_at, a.created_at));
  return jsonb_build_object(
    'name', a.name, 'email', a.email, 'linkedin', a.linkedin, 'sectors', a.sectors,
    'applied_at', a.created_at, 'confirmed_at', a.email_confirmed_at,
    -- A withdrawal in the lab is no decision to be told, and the wait is over.
    'status', case a.status when 'withdrawn' then a.status else told.status end,
    'since', case a.status when 'withdrawn' then a.status_changed_at else told.since end,
    -- An answer of which the applicant was not notified is not shown here, so the date stays.
    'answer_by', case
      when private.promise_of(a) in ('waiting', 'to_notify') and a.answered_at is null then private.answer_by(a)
    end,
    'questions', (
      select jsonb_agg(jsonb_build_object('wording', asked.value, 'answer', to_jsonb(a) -> asked.key) order by asked.key)
        from public.question_sets q cross join jsonb_each_text(q.wording) as asked
       where q.version = a.questions_version
    ),
    'evidence', (
      select jsonb_build_object('link', e.link, 'repository', e.repository, 'words', e.words)
        from public.application_evidence e where e.application_id = a.id
    ),
    'undo', private.undoable_request(a.id),
    'apply_again', (
      select jsonb_build_object('from', f.at, 'is_open', f.at <= clock_timestamp())
        from private.apply_again_from(a) as f (at) where f.at is not null
    )
  );
end
$$;

create function private.applicant_answer(outcome text, of_application uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', outcome)
    || case when outcome = 'unknown' then '{}' else jsonb_build_object('application', private.applicant_view(of_application)) end
$$;

-- Returns why an application cannot be changed, 'withdrawn', 'erasing', or 'unknown' for none, or null if it can.
create function private.closed_for_changes(a public.applications) returns text
language sql stable
as $$
  select case
    when a.id is null then 'unknown'
    when not private.is_present(a.erasing_at) then 'erasing'
    when (private.told_standing(a.id, a.email_confirmed_at)).status = 'withdrawn' then 'withdrawn'
  end
$$;

-- Returns true if an application was changed forty times today, as many as a person who changes their mind needs, because
-- the history shows the latest 200 in all.
create function private.is_changed_enough(of_application uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) >= 40 from public.application_events e
     where e.application_id = of_application and e.kind = 'applicant' and e.at > now() - interval '1 day'
  );
end
$$;

-- Returns true if an application's applicant did this five times today.
create function private.is_done_enough(of_application uuid, deed text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) >= 5 from public.application_events e
     where e.application_id = of_application and e.kind = 'applicant' and e.at > now() - interval '1 day'
       and e.detail ->> 'deed' = is_done_enough.deed
  );
end
$$;

-- One line of history for what the applicant did.
create function private.record_applicant(of_application uuid, detail jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.record_event(of_application, 'applicant', detail);
end
$$;

-- Outcome 'open'. A new link that is opened ends the others.
create function public.my_application(link_secret text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  found_id uuid;
begin
  perform private.limit_requests('page');
  found_id := private.application_of_link(link_secret);
  if found_id is null then
    return '{"outcome": "unknown"}';
  end if;
  perform private.end_former_links(link_secret);
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
      )) order by m.created_at, m.id), '[]')
        from private.mails m
       where m.application_id = private.application_of_link(link_secret) and m.state = 'sent'
         and m.kind <> 'lab' and m.topic is distinct from 'corrected'
    )
  ) else '{}' end;
end
$$;

-- Mails a new link and ends all others at once, except the present one, which ends when the new one is opened. Outcomes
-- 'mailed', 'too_many' (five a day), 'erasing'.
create function public.my_application_renew(link_secret text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications;
begin
  -- Counted before the application is locked, as everywhere.
  perform private.limit_requests('new_link');
  a := private.application_behind(link_secret);
  if a.id is null then
    return '{"outcome": "unknown"}';
  elsif not private.is_present(a.erasing_at) then
    return private.applicant_answer('erasing', a.id);
  end if;
  delete from private.application_links l
   where l.application_id = a.id and l.secret_hash <> sha256(convert_to(link_secret, 'UTF8')) and l.purpose <> 'take_back';
  return private.applicant_answer(private.queue_new_link(a.id, 'new_link'), a.id);
end
$$;

-- Corrects the data by the rules of the form. Outcomes 'corrected', 'invalid' with "field", 'duplicate' (another
-- application has the profile), 'too_many_changes' (today), 'too_many_corrections' (of profiles, by this caller),
-- 'withdrawn', 'erasing'. Nothing is refused with an error, which would take the counts back. Reviewers see both versions, and if there is a score the assignee
-- gets a mail.
create function public.my_application_correct(link_secret text, name text, linkedin text, sectors text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
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
  elsif private.is_changed_enough(before.id) then
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
      select from private.mails m
       where m.application_id = after.id and m.topic = 'corrected' and m.state = 'due'
    )
  then
    perform private.queue_applicant_mail(after.id, 'corrected');
  end if;
end
$$;

revoke all on function public.my_application, public.my_application_download, public.my_application_renew,
  public.my_application_correct from public, anon, authenticated;
grant execute on function public.my_application, public.my_application_download, public.my_application_renew,
  public.my_application_correct to anon, authenticated, service_role;
