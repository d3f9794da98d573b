-- On the floor `records`.
-- Applications to join the lab (contract P3.1). A visitor inserts and never reads (contract P3.2); the lab reads through the
-- functions of the review, which keep the access log. The form's rules are repeated here, so that a request made by hand gets no
-- further than the form (contract P5.8); tests/fixtures/application-examples.ts checks both against one set.
--
--   field     | shown characters | at most | regular expression (the same text in SQL and in JavaScript, without flags)
--   ----------|------------------|---------|------------------------------------------------------------------------
--   name      | at least 2       |     200 | private.is_visible_text
--   email     |                  |     254 | private.is_email; at most 64 characters before the @
--   linkedin  |                  |     300 | private.is_profile_address, and not /in/me, which leads everyone to their own; null is
--             |                  |         | accepted (the form requires it), '' is not
--   sectors   | at least 2       |    1000 | private.is_visible_text
--   q1 to q7  |                  |         | each must be true
--
-- Lengths count code points, after private.trimmed.

-- The rules are functions, because a table parses its constraints again for every statement, and patterns and lists take
-- longer to parse than to match. They run with the rights of the inserting role.

-- Requires a maximum length and two visible characters. The set lists invisible characters, namely white space, controls,
-- fillers and those that Unicode lets a reader ignore. functions/_shared/contract/visible.ts has the same set.
create function private.is_visible_text(value text, most integer) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return char_length(value) <= most
    and value ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF].*[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]';
end
$$;

-- In 64 characters no part between dots exceeds the 63 that are allowed. Counting them is most of the work.
create function private.is_email(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  if char_length(value) <= 64 then
    return value ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])$';
  end if;
  return char_length(value) <= 254
    and strpos(value, '@') <= 65
    and value ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$';
end
$$;

create function private.is_mail_state(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return value in ('none', 'sending', 'retrying', 'sent', 'failed');
end
$$;

create function private.is_source(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return char_length(value) between 1 and 100;
end
$$;

-- The folded text that a search looks at. The leading blanks let a short word match the beginnings of words by index.
create function private.application_document(name text, email text, profile text, sectors text) returns text
language sql immutable parallel safe
return ' ' || private.folded(name) || ' ' || private.folded(email) || ' in/' || coalesce(private.folded(profile), '')
  || ' ' || private.folded(sectors);

-- One row for each application.
create table public.applications (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),

  -- Lists, counts, searches and numbers read these columns of many rows. They are the first, because PostgreSQL reads a row
  -- from its beginning.
  -- The time at which it is erased. Until then it is hidden (private.is_present) and can be taken back
  -- (*_erasure.sql).
  erasing_at timestamptz,
  -- Set when the application stayed unconfirmed for seven days, so that its e-mail and profile are free again.
  archived_at timestamptz,
  email_confirmed_at timestamptz,
  status_changed_at timestamptz not null default now(),
  first_reviewed_at timestamptz,
  decided_at timestamptz,
  -- The times it first reached the interview and the acceptance (*_change_status.sql).
  interviewed_at timestamptz,
  accepted_at timestamptz,
  status text not null default 'submitted'
    constraint applications_status_check check (private.is_status(status)),
  -- The source of the applicant: one word.
  source text not null default 'direct' -- personal data
    constraint applications_source_check check (private.is_source(source)),
  -- The mean of all scores; 0 without any, so that it sorts and pages like every other column.
  rating numeric(3, 2) not null default 0,
  -- Stored, because folding the texts of every row takes three times as long as reading them. The first is the order of names.
  name_key text not null -- personal data
    generated always as (lower(name)) stored,
  search_text text not null -- personal data
    generated always as (private.application_document(name, email, linkedin_profile, sectors)) stored,

  name text not null -- personal data
    constraint applications_name_check check (private.is_visible_text(name, 200)),
  email text not null -- personal data
    constraint applications_email_check check (private.is_email(email)),
  linkedin text -- personal data
    constraint applications_linkedin_check check (private.is_profile_address(linkedin) and linkedin_profile <> 'me'),
  sectors text not null -- personal data
    constraint applications_sectors_check check (private.is_visible_text(sectors, 1000)),
  q1 boolean not null,
  q2 boolean not null,
  q3 boolean not null,
  q4 boolean not null,
  q5 boolean not null,
  q6 boolean not null,
  q7 boolean not null,
  constraint applications_questions_check check (q1 and q2 and q3 and q4 and q5 and q6 and q7),

  -- The profile of `linkedin` in one spelling, filled by a trigger.
  linkedin_profile text, -- personal data

  -- State of the latest confirmation mail. Its history is in private.messages.
  confirmation_mail text not null default 'none'
    constraint applications_confirmation_mail_check
    check (private.is_mail_state(confirmation_mail)),
  -- The inserted status (null for 'submitted') and the current status period (null until the first change), see
  -- *_status_periods.sql.
  first_status text,
  current_period integer,
  -- 1, and one more each time that its sender applied again (*_applying_again.sql). Its dates, its scores and its answer
  -- are those of the present round. created_at is the time at which that began.
  round smallint not null default 1,

  -- Increases with every change of status or assignee. A writer sends the version they saw.
  version bigint not null default 1,
  -- A reviewer or an owner. It is null again once that person is neither (*_member_access.sql).
  assignee uuid
    constraint applications_assignee_fkey references public.user_roles (assignable_id) on delete set null on update set null,
  -- The batch that changed the assignee or a tag last, or was undone last: *_review_changes.sql.
  last_batch_id uuid,
  last_batch_undone boolean not null default false,
  tags text[] not null default '{}' -- personal data
    constraint applications_tags_check check (cardinality(tags) <= 20),
  -- The parameters of the link that the applicant followed.
  first_touch jsonb, -- personal data
  -- Without a foreign key, which would lock the same row of question_sets for every application.
  questions_version integer not null default 1,

  -- The SHA-256 of the form's key and of its values (*_submissions.sql).
  form_key bytea,
  form_digest bytea,
  email_corrections smallint not null default 0,
  -- Facts that private.promise reads, kept by private.record_answers (*_promise.sql). They are the times of the first answer
  -- in the present round and of the notice about the present status, and the time of a move back or a new round, from
  -- which the promised days count again.
  answered_at timestamptz,
  notified_at timestamptz,
  waiting_since timestamptz,

  -- The time since mails bounce (*_bounces.sql), and the interview date.
  email_bounced_at timestamptz,
  interview_at timestamptz,

  -- The member or applicant who asked to erase it.
  erase_reason text
    constraint applications_erase_reason_check check (erase_reason in ('owner', 'applicant')),
  constraint applications_erase_check check ((erasing_at is null) = (erase_reason is null))
);

-- Statistics are updated after a thousand changes, whatever the table's size. Autovacuum then also merges the search
-- index's pending entries.
alter table public.applications set (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0);

grant insert (name, email, linkedin, sectors, q1, q2, q3, q4, q5, q6, q7)
  on table public.applications to anon, authenticated;

grant select, insert, delete on table public.applications to service_role;

alter table public.applications enable row level security;

-- Returns true unless the application waits to be erased. Every query that shows, counts, changes or sends applications asks it.
-- PostgreSQL inlines the body into the query.
create function private.is_present(erasing_at timestamptz) returns boolean
language sql immutable parallel safe
as $$ select erasing_at is null $$;

-- The same of an application's id, false if there is none.
create function private.is_application_present(of_application uuid) returns boolean
language sql stable
as $$
  select exists (select from public.applications a where a.id = of_application and private.is_present(a.erasing_at))
$$;

create policy "anyone may apply" on public.applications
  for insert to anon, authenticated
  with check (true);

-- Indexes for lookups and sorting. Fewer indexes make an INSERT faster, so filters with few matches have partial ones.

-- At most one application per e-mail and per profile that is not archived (contract P3.3). Clients read the names of these
-- indexes in a duplicate's error. Archived rows have null here instead of a condition. PostgreSQL may read a partial index
-- whole for any query that implies its condition, and on an empty table, where a session makes its plans, that looks as
-- cheap as a lookup.
create unique index applications_email_key
  on public.applications ((case when archived_at is null then private.email_key(email) end));

create unique index applications_linkedin_key
  on public.applications ((case when archived_at is null then linkedin_profile end));

-- Partial, because an application without a key is not looked up by it.
create unique index applications_form_key on public.applications (form_key) where form_key is not null;

create index applications_unconfirmed_idx on public.applications (created_at)
  where archived_at is null and email_confirmed_at is null and status = 'submitted';

-- The list's orders. The first also answers counts, day filters and the numbers without touching the table.
create index applications_newest_idx on public.applications (created_at, id)
  include (status, email_confirmed_at, archived_at, erasing_at, source, first_reviewed_at, decided_at, interviewed_at, accepted_at);

create index applications_name_idx on public.applications (name_key, id);
create index applications_changed_idx on public.applications (status_changed_at, id);
create index applications_rating_idx on public.applications (rating, id) where rating > 0;

-- The list's filters.
create index applications_status_idx on public.applications (status, created_at, id)
  include (email_confirmed_at, archived_at, erasing_at) where status <> 'submitted';

create index applications_status_changed_idx on public.applications (status, status_changed_at, id)
  where status <> 'submitted';

create index applications_assignee_idx on public.applications (assignee, created_at, id) where assignee is not null;
create index applications_source_idx on public.applications (source, created_at, id) where source <> 'direct';
create index applications_tags_idx on public.applications using gin (tags) where tags <> '{}';

create index applications_archived_newest_idx on public.applications (created_at, id) where archived_at is not null;

create index applications_erase_idx on public.applications (erasing_at) where erasing_at is not null;

-- Prepares a changed application. Its texts are stored trimmed and its profile under its one name. The version counts changes of
-- status and assignee, also those made by hand. The mark of a bounce goes with the address it was put on, and with the proof
-- that mails arrive. A new application is prepared by private.receive_application.
create function private.prepare_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.name, new.email, new.linkedin, new.sectors) is distinct from (old.name, old.email, old.linkedin, old.sectors) then
    new.name := private.trimmed(new.name);
    new.email := private.trimmed(new.email);
    new.linkedin := private.profile_alone(private.trimmed(new.linkedin));
    new.sectors := private.trimmed(new.sectors);
    new.linkedin_profile := private.linkedin_profile(new.linkedin);
  end if;
  new.version := old.version
    + (new.status is distinct from old.status or new.assignee is distinct from old.assignee)::integer;
  if new.email <> old.email or (old.email_confirmed_at is null and new.email_confirmed_at is not null) then
    new.email_bounced_at := null;
  end if;
  return new;
end
$$;

create trigger prepare_application
  before update of name, email, linkedin, sectors, status, assignee, version, email_confirmed_at on public.applications
  for each row execute function private.prepare_application();

-- Returns the application of this id, or refuses the caller with 404.
create function private.existing_application(of_application uuid) returns public.applications
language plpgsql set search_path = ''
as $$
declare
  a public.applications;
begin
  select * into a from public.applications where id = of_application and private.is_present(erasing_at);
  if not found then
    perform private.refuse(404, 'not_found', 'This application no longer exists.');
  end if;
  return a;
end
$$;

-- The same, locked.
create function private.locked_application(of_application uuid) returns public.applications
language plpgsql set search_path = ''
as $$
begin
  perform from public.applications where id = of_application for update;
  return private.existing_application(of_application);
end
$$;

-- The same for a change by the caller, who must be a reviewer.
create function private.application_of_reviewer(of_application uuid) returns public.applications
language plpgsql set search_path = ''
as $$
begin
  perform private.demand('reviewer');
  return private.locked_application(of_application);
end
$$;
