-- Evidence next to the applicant's page. It is given on the confirm page until the application is first read, and a reviewer
-- asks for it.

-- Returns true once a member has opened or reviewed the application.
create function private.is_read(a public.applications) returns boolean
language sql stable
as $$
  select a.first_reviewed_at is not null or exists (
    select from public.access_log l where l.application_id = a.id and l.kind = 'opened'
  )
$$;

-- Stores evidence by the id of a confirmation link, which only the mail's reader knows. It returns nothing about the
-- application. Outcomes 'shown', 'invalid' with "field", 'read', 'withdrawn', 'erasing', and 'unknown' for an id that has
-- confirmed nothing.
create function public.show_with_confirmation(application_id text, link text, repository text, words text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications;
  refused text;
begin
  perform private.limit_requests('page');
  select found.* into a
    from private.mails m
    join public.applications found on found.id = m.application_id
   where m.id = private.confirmation_mail_of(show_with_confirmation.application_id)
     and m.kind = 'confirmation' and m.revoked_at is null
     and found.email_confirmed_at is not null and found.archived_at is null
     for update of found;
  refused := coalesce(private.closed_for_changes(a), case when private.is_read(a) then 'read' end);
  if refused is not null then
    return jsonb_build_object('outcome', refused);
  end if;
  return private.store_evidence(a.id, link, repository, words);
end
$$;

-- For reviewers. Mails a confirmed applicant who has shown nothing the words of the template 'evidence', in 30 seconds and
-- once, or stops that mail before it has left (`asks` false). The promised day stays. Returns the same as review_evidence.
create function public.review_evidence_ask(application_id uuid, asks boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
  shown jsonb;
  mail jsonb;
begin
  perform private.demand('reviewer');
  a := private.locked_application(review_evidence_ask.application_id);
  shown := private.evidence_of(a.id);
  if not asks then
    update private.mails m set state = 'dropped'
     where m.application_id = a.id and m.topic = 'evidence' and m.state in ('due', 'held');
    if found then
      perform private.record_event(a.id, 'evidence_asked', '{"stopped": true}');
    end if;
    return private.evidence_of(a.id);
  elsif shown ->> 'asked_at' is not null then
    return shown;
  elsif shown -> 'evidence' <> 'null' then
    raise sqlstate 'PT422' using message = 'They have shown something already.';
  elsif a.email_confirmed_at is null then
    raise sqlstate 'PT422' using message = 'Their email is not confirmed yet.';
  elsif a.status not in ('submitted', 'in_review', 'interview') or private.closed_for_changes(a) is not null then
    raise sqlstate 'PT422' using message = 'This application is not open any more.';
  end if;
  select private.checked_mail(to_jsonb(t)) into mail from public.mail_templates t where t.status = 'evidence';
  insert into private.mails (application_id, kind, topic, subject, body, due_at)
  values (
    a.id, 'applicant', 'evidence', private.fill_template(mail ->> 'subject', a), private.fill_template(mail ->> 'body', a),
    now() + interval '30 seconds'
  );
  perform private.record_event(a.id, 'evidence_asked', '{}');
  perform pg_notify('mails', '');
  return private.evidence_of(a.id);
end
$$;

revoke all on function private.is_read, public.show_with_confirmation, public.review_evidence_ask from public, anon,
  authenticated;
grant execute on function public.show_with_confirmation to anon, authenticated, service_role;
grant execute on function public.review_evidence_ask to authenticated;
