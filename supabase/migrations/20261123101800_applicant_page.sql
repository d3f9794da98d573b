-- The applicant's page: what it shows, to take along too, and a new link to it; what else it does is in
-- 45_applicant_page_corrections, 45_applicant_page_requests and 45_evidence. Each function is for anyone with a link's
-- secret and answers {"outcome", "application"}; without a link that works the outcome is 'unknown' and nothing else is
-- said.

-- Where an application stands as its applicant was last told: by a mail that was sent with a move, by their own
-- withdrawal, or by the confirmation. What the lab has decided and not mailed is not told.
create function private.told_standing(of_application uuid, confirmed_at timestamptz, out status text, out since timestamptz)
language plpgsql stable
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
  -- A withdrawal or an erasure is never refused, so taking them back is what is limited.
  if detail ->> 'deed' in ('withdrawal_undone', 'erasure_undone') and (
    select count(*) >= 5 from public.application_events e
     where e.application_id = of_application and e.kind = 'applicant' and e.at > now() - interval '1 day'
       and e.detail ->> 'deed' in ('withdrawal_undone', 'erasure_undone')
  ) then
    perform private.refuse(
      429, 'too_many_changes', 'This was taken back five times today, so it stays.', '86400');
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
  perform private.limit_requests('mail', 2);
  perform private.queue_applicant_mail(a.id, 'new_link');
  return private.applicant_answer('mailed', a.id);
end
$$;

revoke all on function private.told_standing(uuid, timestamptz), private.undoable_request(uuid),
  private.applicant_view(uuid), private.applicant_answer(text, uuid),
  private.closed_for_changes(public.applications), private.record_applicant(uuid, jsonb),
  public.my_application(text), public.my_application_download(text), public.my_application_renew(text)
  from public, anon, authenticated;
grant execute on function public.my_application(text), public.my_application_download(text),
  public.my_application_renew(text)
  to anon, authenticated, service_role;
