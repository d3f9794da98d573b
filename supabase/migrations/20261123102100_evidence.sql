-- Something to judge by: one thing that the applicant shipped, given on their page once the e-mail is confirmed. The same
-- rules as functions/_shared/contract/evidence.ts.

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
    constraint application_evidence_words_check check (
      char_length(words) <= 500
      and words ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF].*[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
    ),
  given_at timestamptz not null default clock_timestamp()
);

revoke all on table public.application_evidence from public, anon, authenticated;
grant select on table public.application_evidence to service_role;

alter table public.application_evidence enable row level security;

-- Keeps what the applicant shows in place of what they showed before; three empty fields take it back. Outcomes 'shown',
-- 'taken_back', 'invalid' with "field", 'withdrawn', 'erasing'.
create function public.my_application_show(link_secret text, link text, repository text, words text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications := private.application_behind(link_secret);
  refused text;
  field text;
begin
  if a.id is null then
    return '{"outcome": "unknown"}';
  end if;
  refused := private.closed_for_changes(a);
  if refused is not null then
    return private.applicant_answer(refused, a.id);
  end if;
  if private.trimmed(concat(link, repository, words)) = '' then
    delete from public.application_evidence e where e.application_id = a.id;
    if found then
      perform private.record_applicant(a.id, '{"deed": "evidence_taken_back"}');
    end if;
    return private.applicant_answer('taken_back', a.id);
  end if;
  begin
    insert into public.application_evidence as e (application_id, link, repository, words)
    values (
      a.id, private.trimmed(coalesce(my_application_show.link, '')),
      nullif(private.trimmed(my_application_show.repository), ''),
      private.trimmed(coalesce(my_application_show.words, ''))
    )
    on conflict on constraint application_evidence_pkey do update
      set link = excluded.link, repository = excluded.repository, words = excluded.words,
          given_at = clock_timestamp()
      where (e.link, e.repository, e.words) is distinct from (excluded.link, excluded.repository, excluded.words);
  exception
    when check_violation then
      get stacked diagnostics field = constraint_name;
      return private.applicant_answer('invalid', a.id)
        || jsonb_build_object('field', substring(field from '^application_evidence_(.+)_check$'));
  end;
  if found then
    perform private.record_applicant(a.id, '{"deed": "evidence"}');
  end if;
  return private.applicant_answer('shown', a.id);
end
$$;

-- What an applicant shows, and whether they asked to be withdrawn or erased.
create function private.evidence_of(of_application uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'evidence', (
      select jsonb_build_object('link', e.link, 'repository', e.repository, 'words', e.words)
        from public.application_evidence e where e.application_id = of_application
    ),
    'requests', (
      select coalesce(jsonb_agg(r.kind order by r.asked_at), '[]')
        from public.applicant_requests r where r.application_id = of_application
    )
  )
$$;

-- For readers: the same, not answered without its entry in the access log.
create function public.review_evidence(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  perform private.log_opening(a.id) from public.applications a where a.id = review_evidence.application_id;
  return private.evidence_of(review_evidence.application_id);
end
$$;

revoke all on function public.my_application_show(text, text, text, text), private.evidence_of(uuid), public.review_evidence(uuid)
  from public, anon, authenticated;
grant execute on function public.review_evidence(uuid) to authenticated;
grant execute on function public.my_application_show(text, text, text, text) to anon, authenticated, service_role;
