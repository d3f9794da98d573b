-- On the floor `records`.
-- Evidence of an applicant, one piece per application. *_evidence.sql stores and shows it.

-- Returns true for https, a host with a dot, then printable ASCII without blanks, quotes or angle brackets.
create function private.is_web_address(value text) returns boolean
language sql immutable
as $$
  select char_length(value) <= 500
    and value ~ '^https://([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])(:[0-9]{1,5})?([/?#][!#-;=?-~]*)?$'
$$;

-- Evidence of the applicant's work, one thing that they shipped. functions/_shared/contract/evidence.ts has the same
-- rules.
create table public.application_evidence (
  application_id uuid constraint application_evidence_pkey primary key
    constraint application_evidence_application_id_fkey references public.applications (id) on delete cascade,
  link text not null -- personal data
    constraint application_evidence_link_check check (private.is_web_address(link)),
  repository text -- personal data
    constraint application_evidence_repository_check check (private.is_web_address(repository)),
  words text not null -- personal data
    constraint application_evidence_words_check check (private.is_visible_text(words, 500)),
  saved_at timestamptz not null default clock_timestamp()
);

grant select on table public.application_evidence to service_role;

alter table public.application_evidence enable row level security;
