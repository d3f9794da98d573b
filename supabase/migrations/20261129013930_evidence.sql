-- On the floor `review`.
-- Storing and reading evidence (*_application_evidence.sql). It is given on the applicant's page, or on the confirm page until
-- the application is first read, and a reviewer asks for it.

-- Replaces the evidence of an application that the caller has locked. Returns {"outcome": 'saved' | 'invalid', "field"}. A
-- mail that asks for it and has not left is dropped.
create function private.store_evidence(of_application uuid, link text, repository text, words text) returns jsonb
language plpgsql
as $$
declare
  field text;
begin
  begin
    insert into public.application_evidence as e (application_id, link, repository, words)
    values (
      of_application, private.trimmed(coalesce(store_evidence.link, '')),
      nullif(private.trimmed(store_evidence.repository), ''),
      private.trimmed(private.without_directions(coalesce(store_evidence.words, '')))
    )
    on conflict on constraint application_evidence_pkey do update
      set link = excluded.link, repository = excluded.repository, words = excluded.words,
          saved_at = clock_timestamp()
      where (e.link, e.repository, e.words) is distinct from (excluded.link, excluded.repository, excluded.words);
  exception
    when check_violation then
      get stacked diagnostics field = constraint_name;
      return jsonb_build_object(
        'outcome', 'invalid', 'field', substring(field from '^application_evidence_(.+)_check$'));
  end;
  if found then
    perform private.record_event(of_application, 'applicant', '{"action": "evidence"}');
    update private.messages m set state = 'dropped'
     where m.application_id = of_application and m.topic = 'evidence' and m.state in ('due', 'held');
  end if;
  return '{"outcome": "saved"}';
end
$$;

-- Returns an applicant's evidence and the time it was asked for.
create function private.evidence_of(of_application uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'evidence', (
      select jsonb_build_object('link', e.link, 'repository', e.repository, 'words', e.words)
        from public.application_evidence e where e.application_id = of_application
    ),
    -- The time a reviewer asked for evidence in this round, unless that mail was stopped or failed.
    'requested_at', (
      select max(m.created_at)
        from private.messages m
        join public.applications a on a.id = m.application_id and m.created_at > a.created_at
       where m.application_id = of_application and m.kind = 'applicant' and m.topic = 'evidence'
         and m.state not in ('dropped', 'failed')
    )
  )
$$;

-- For readers. Returns the same, with an entry in the access log.
create function public.review_evidence(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  if not private.is_application_present(review_evidence.application_id) then
    return '{"evidence": null, "requested_at": null}';
  end if;
  perform private.log_opening(review_evidence.application_id);
  return private.evidence_of(review_evidence.application_id);
end
$$;

create function private.is_evidence_read(a public.applications) returns boolean
language sql stable
as $$
  select a.first_reviewed_at is not null or exists (
    select from public.access_log l where l.application_id = a.id and l.kind = 'opened'
  )
$$;

-- Stores evidence by the secret of a confirmation link. It returns nothing about the application, because a new link to the
-- page does not end that one. Outcomes 'saved', 'invalid' with "field", 'read', 'withdrawn', 'erasing', and 'unknown' for a
-- link that has confirmed nothing.
create function public.save_evidence(link_secret text, link text, repository text, words text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
  refused text;
begin
  perform private.limit_requests('page');
  select found.* into a
    from public.applications found
   where found.id = private.linked(link_secret, 'confirm')
     and found.email_confirmed_at is not null and found.archived_at is null
     for update;
  refused := coalesce(private.closed_for_changes(a), case when private.is_evidence_read(a) then 'read' end);
  if refused is not null then
    return jsonb_build_object('outcome', refused);
  end if;
  return private.store_evidence(a.id, link, repository, words);
end
$$;

-- For reviewers. Mails a confirmed applicant who has shown nothing the words of the template 'evidence', in 30 seconds and
-- once. review_mail_stop stops that mail. The promised day stays. Returns the same as review_evidence.
create function public.review_evidence_request(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a constant public.applications := private.application_of_reviewer(application_id);
  shown constant jsonb := private.evidence_of(a.id);
  mail jsonb;
begin
  if shown ->> 'requested_at' is not null then
    return shown;
  elsif shown -> 'evidence' <> 'null' then
    perform private.refuse(422, 'evidence_exists', 'The applicant has added evidence already.');
  elsif a.email_confirmed_at is null then
    perform private.refuse(422, 'address_not_confirmed', 'The applicant has not confirmed this address.');
  elsif not private.is_open(a.status) or private.closed_for_changes(a) is not null then
    perform private.refuse(422, 'application_not_open', 'This application is no longer open.');
  end if;
  select private.checked_mail(to_jsonb(t)) into mail from public.mail_templates t where t.status = 'evidence';
  insert into private.messages (application_id, kind, topic, subject, body, due_at)
  values (
    a.id, 'applicant', 'evidence', private.fill_template(mail ->> 'subject', a), private.fill_template(mail ->> 'body', a),
    now() + private.stop_time()
  );
  perform private.record_event(a.id, 'evidence_requested', '{}');
  perform pg_notify('mails', '');
  return private.evidence_of(a.id);
end
$$;

grant execute on function public.review_evidence, public.review_evidence_request to authenticated;
grant execute on function public.save_evidence to anon, authenticated, service_role;
