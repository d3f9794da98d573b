-- What the lab promises applicants, in one row that anyone may read: the pages, the mails, the review's clock and the jobs
-- that delete all take it from here.
create table public.lab_terms (
  only_row boolean primary key default true constraint lab_terms_only_row_check check (only_row),
  -- Days from the confirmed e-mail to the lab's answer.
  answer_days integer not null default 10
    constraint lab_terms_answer_days_check check (answer_days between 1 and 365),
  -- Months that an application is kept, by how it ended.
  unconfirmed_months integer not null default 1
    constraint lab_terms_unconfirmed_months_check check (unconfirmed_months between 1 and 120),
  declined_months integer not null default 6
    constraint lab_terms_declined_months_check check (declined_months between 1 and 120),
  withdrawn_months integer not null default 1
    constraint lab_terms_withdrawn_months_check check (withdrawn_months between 1 and 120),
  accepted_months integer not null default 24
    constraint lab_terms_accepted_months_check check (accepted_months between 1 and 120),
  -- Months that the log of who opened, exported and changed what is kept.
  access_log_months integer not null default 12
    constraint lab_terms_access_log_months_check check (access_log_months between 1 and 120),
  version integer not null default 1
);

revoke all on table public.lab_terms from public, anon, authenticated;
grant select on table public.lab_terms to anon, authenticated;
grant select, update on table public.lab_terms to service_role;

alter table public.lab_terms enable row level security;

create policy "anyone may read the terms" on public.lab_terms
  for select to anon, authenticated
  using (true);

insert into public.lab_terms default values;
