-- On the floor `applicant`.
-- The applicant's page, its content, download and new link. Each function is for anyone with a link's secret and returns
-- {"outcome", "application"}. Without a valid link the outcome is 'unknown' and nothing else is returned.

create function private.applicant_view(of_application uuid) returns jsonb
language plpgsql stable
as $$
declare
  a public.applications;
  told record;
begin
  select * into a from public.applications where id = of_application;
  select * into told from private.notified_status(a.id, greatest(a.email_confirmed_at, a.created_at));
  return jsonb_build_object(
    'name', a.name, 'email', a.email, 'linkedin', a.linkedin, 'sectors', a.sectors,
    'applied_at', private.lab_time(a.created_at), 'confirmed_at', a.email_confirmed_at,
    -- A withdrawal in the lab is no decision to be told, and the wait is over.
    'status', case a.status when 'withdrawn' then a.status else told.status end,
    'since', private.lab_time(case a.status when 'withdrawn' then a.status_changed_at else told.since end),
    -- An answer of which the applicant was not notified is not shown here, so the date stays.
    'answer_by', case when private.awaits_answer(a) then private.lab_time(private.answer_by(a)) end,
    'questions', (
      select jsonb_agg(jsonb_build_object('wording', asked.value, 'answer', to_jsonb(a) -> asked.key) order by asked.key)
        from public.question_sets q cross join jsonb_each_text(q.wording) as asked
       where q.version = a.questions_version
    ),
    'evidence', private.evidence_of(a.id) -> 'evidence',
    'undo', private.undoable_applicant_request(a.id),
    'apply_again', (
      select jsonb_build_object('from', private.lab_time(f.at), 'is_open', f.at <= clock_timestamp())
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

-- Outcome 'open'. A new link that is opened ends the others.
create function public.my_application(link_secret text) returns jsonb
language plpgsql security definer set search_path = ''
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
language plpgsql security definer set search_path = ''
as $$
declare
  answer constant jsonb := public.my_application(link_secret);
begin
  return answer || case when answer ->> 'outcome' = 'open' then jsonb_build_object(
    'origin', (
      select jsonb_build_object('source', a.source, 'first_touch', a.first_touch)
        from public.applications a where a.id = private.application_of_link(link_secret)
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'about', coalesce(m.topic, m.kind), 'sent_at', m.sent_at, 'subject', m.subject, 'text', m.body
      )) order by m.created_at, m.id), '[]')
        from private.messages m
       where m.application_id = private.application_of_link(link_secret) and m.state = 'sent'
         and m.kind <> 'lab' and m.topic is distinct from 'corrected'
    )
  ) else '{}' end;
end
$$;

-- Mails a new link and ends all others at once, except the present one, which ends when the new one is opened. Outcomes
-- 'mailed', 'too_many' (five a day), 'erasing'.
create function public.my_application_link_renew(link_secret text) returns jsonb
language plpgsql security definer set search_path = ''
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
  delete from private.applicant_links l
   where l.application_id = a.id and l.secret_hash <> private.secret_hash(link_secret) and l.purpose in ('page', 'return');
  return private.applicant_answer(private.queue_new_link(a.id, 'new_link'), a.id);
end
$$;

grant execute on function public.my_application, public.my_application_download, public.my_application_link_renew to anon,
  authenticated, service_role;
