-- Requests and evidence on the applicant's page (*_applicant_page.sql). These are withdrawing, undone within a minute,
-- erasing, taken back within a day, and one piece of evidence.

-- Withdraws the application, whatever the lab has decided without telling it. The lab's waiting mails are stopped. The
-- mail about it waits until it can no longer be undone. Outcomes 'withdrawn', 'erasing'.
create function public.my_application_withdraw(link_secret text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications := private.application_behind(link_secret);
  refused constant text := private.closed_for_changes(a);
begin
  if refused is not null then
    return private.applicant_answer(refused, a.id);
  end if;
  insert into public.applicant_requests as r (application_id, kind) values (a.id, 'withdraw')
  on conflict on constraint applicant_requests_pkey do update set asked_at = clock_timestamp();
  perform private.record_applicant(a.id, '{"deed": "withdrawn"}');
  perform private.change_status(array[a.id], 'withdrawn', 'applicant');
  perform private.queue_applicant_mail(a.id, 'withdrawn', clock_timestamp() + interval '1 minute');
  return private.applicant_answer('withdrawn', a.id);
end
$$;

-- Hides an application whose row the caller has locked, and has it erased after `pause` (erase_asked_applications). All its
-- waiting mails are held.
create function private.begin_erasure(of_application uuid, reason text, pause interval) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp() + pause;
begin
  update public.applications a set erasing_at = moment, erase_reason = begin_erasure.reason where a.id = of_application;
  update private.mails m set state = 'held' where m.application_id = of_application and m.state = 'due';
  return moment;
end
$$;

-- Takes an erasure back, which shows the application again and releases its mails. Returns false if there is none with
-- this reason.
create function private.end_erasure(of_application uuid, reason text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update private.mails m set state = 'dropped'
   where m.application_id = of_application and m.state in ('due', 'held') and m.topic = 'erasing';
  update public.applications a set erasing_at = null, erase_reason = null
   where a.id = of_application and a.erase_reason = end_erasure.reason and a.erasing_at > clock_timestamp();
  return found;
end
$$;

-- Hides the application at once and has it erased in a day. Outcomes 'erasing', 'too_many_asked' (five a day, because each
-- can be taken back).
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
  if private.is_present(a.erasing_at) then
    if private.is_done_enough(a.id, 'erasure_asked') then
      return private.applicant_answer('too_many_asked', a.id);
    end if;
    perform private.record_applicant(a.id, '{"deed": "erasure_asked"}');
    perform private.begin_erasure(a.id, 'applicant', '24 hours');
    perform private.queue_applicant_mail(a.id, 'erasing');
  end if;
  return private.applicant_answer('erasing', a.id);
end
$$;

-- Undoes a request, 'withdraw' within a minute, 'erase' until it is erased. An undone withdrawal returns to the previous
-- status period, unless the lab moved the application since, and releases the mails that it stopped. An erasure that is taken
-- back is mailed. Outcomes 'undone', 'too_late', 'too_many_undone' (five withdrawals a day, because none is refused).
create function public.my_application_undo(link_secret text, request text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications := private.application_behind(link_secret);
begin
  if a.id is null then
    return '{"outcome": "unknown"}';
  elsif request = 'erase' then
    if private.end_erasure(a.id, 'applicant') then
      perform private.record_applicant(a.id, '{"deed": "erasure_undone"}');
      perform private.queue_applicant_mail(a.id, 'kept');
    end if;
    return private.applicant_answer('undone', a.id);
  elsif not private.is_present(a.erasing_at) then
    return private.applicant_answer('erasing', a.id);
  end if;
  if exists (
    select from public.applicant_requests r where r.application_id = a.id and r.kind = request
  ) and private.is_done_enough(a.id, 'withdrawal_undone') then
    return private.applicant_answer('too_many_undone', a.id);
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
  update private.mails m set state = 'dropped'
   where m.application_id = a.id and m.state = 'due' and m.topic = 'withdrawn';
  perform private.record_applicant(a.id, '{"deed": "withdrawal_undone"}');
  perform private.change_status(array[a.id], null, 'undo');
  return private.applicant_answer('undone', a.id);
end
$$;

-- For schedulers. Erases applications whose time has come, at most 500 a call. Returns their number. One that fails is left for
-- the next call with a warning in PostgreSQL's log, and never stops the others.
create function public.erase_asked_applications(batch integer default 500) returns bigint
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  due record;
  erased bigint := 0;
begin
  perform private.wait_for_erasers();
  for due in
    select a.id, a.erase_reason
      from public.applications a
     where a.erasing_at <= clock_timestamp()
     order by a.erasing_at
     limit least(batch, 500)
       for update of a skip locked
  loop
    begin
      erased := erased + private.erase_application(due.id, due.erase_reason)::integer;
    exception when others then
      raise warning 'The application % could not be erased (%).', due.id, sqlstate;
    end;
  end loop;
  return erased;
end
$$;

-- Evidence of the applicant's work, one thing that they shipped. functions/_shared/contract/evidence.ts has the same
-- rules.
create table public.application_evidence (
  application_id uuid constraint application_evidence_pkey primary key
    constraint application_evidence_application_id_fkey references public.applications (id) on delete cascade,
  -- https, a host with a dot, then printable ASCII without blanks, quotes or angle brackets.
  link text not null
    constraint application_evidence_link_check check (
      char_length(link) <= 500
      and link ~ '^https://([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])(:[0-9]{1,5})?([/?#][!#-;=?-~]*)?$'
    ),
  repository text
    constraint application_evidence_repository_check check (
      char_length(repository) <= 500
      and repository ~ '^https://([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])(:[0-9]{1,5})?([/?#][!#-;=?-~]*)?$'
    ),
  words text not null
    constraint application_evidence_words_check check (private.is_visible_text(words, 500)),
  given_at timestamptz not null default clock_timestamp()
);

revoke all on table public.application_evidence from public, anon, authenticated;
grant select on table public.application_evidence to service_role;

alter table public.application_evidence enable row level security;

-- Replaces the evidence of an application that the caller has locked. Returns {"outcome": 'shown' | 'invalid', "field"}. A
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
      nullif(private.trimmed(store_evidence.repository), ''), private.trimmed(coalesce(store_evidence.words, ''))
    )
    on conflict on constraint application_evidence_pkey do update
      set link = excluded.link, repository = excluded.repository, words = excluded.words,
          given_at = clock_timestamp()
      where (e.link, e.repository, e.words) is distinct from (excluded.link, excluded.repository, excluded.words);
  exception
    when check_violation then
      get stacked diagnostics field = constraint_name;
      return jsonb_build_object(
        'outcome', 'invalid', 'field', substring(field from '^application_evidence_(.+)_check$'));
  end;
  if found then
    perform private.record_applicant(of_application, '{"deed": "evidence"}');
    update private.mails m set state = 'dropped'
     where m.application_id = of_application and m.topic = 'evidence' and m.state in ('due', 'held');
  end if;
  return '{"outcome": "shown"}';
end
$$;

-- Replaces the applicant's evidence. Three empty fields remove it. Outcomes 'shown', 'taken_back', 'invalid' with "field",
-- 'too_many_changes' (today), 'withdrawn', 'erasing'.
create function public.my_application_show(link_secret text, link text, repository text, words text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications := private.application_behind(link_secret);
  refused constant text := private.closed_for_changes(a);
  stored jsonb;
begin
  if refused is not null then
    return private.applicant_answer(refused, a.id);
  elsif private.is_changed_enough(a.id) then
    return private.applicant_answer('too_many_changes', a.id);
  end if;
  if private.trimmed(concat(link, repository, words)) = '' then
    delete from public.application_evidence e where e.application_id = a.id;
    if found then
      perform private.record_applicant(a.id, '{"deed": "evidence_taken_back"}');
    end if;
    return private.applicant_answer('taken_back', a.id);
  end if;
  stored := private.store_evidence(a.id, link, repository, words);
  return private.applicant_answer(stored ->> 'outcome', a.id) || stored;
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
    'asked_at', (
      select max(m.created_at)
        from private.mails m
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
    return '{"evidence": null, "asked_at": null}';
  end if;
  perform private.log_opening(review_evidence.application_id);
  return private.evidence_of(review_evidence.application_id);
end
$$;

revoke all on function public.my_application_withdraw, public.my_application_erase, public.my_application_undo,
  public.erase_asked_applications, public.my_application_show, public.review_evidence from public, anon, authenticated;
grant execute on function public.my_application_withdraw, public.my_application_erase, public.my_application_undo,
  public.my_application_show to anon, authenticated, service_role;
grant execute on function public.erase_asked_applications to service_role;
grant execute on function public.review_evidence to authenticated;
