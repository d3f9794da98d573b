-- Applications to join the lab (contract P3.1). A visitor inserts and never reads (contract P3.2); the lab reads through the
-- functions of the review, which keep the access log. The form's rules
-- are repeated here, so that a request made by hand gets no further than the form (contract P5.8);
-- tests/fixtures/application-examples.json holds both to one set.
--
--   field     | shown characters | at most | regular expression (the same text in SQL and in JavaScript, without flags)
--   ----------|------------------|---------|------------------------------------------------------------------------
--   name      | at least 2       |     200 | private.is_visible_text
--   email     |                  |     254 | private.is_email; at most 64 characters before the @
--   linkedin  |                  |     300 | private.is_profile_address; null is accepted (the form requires it), '' is not
--   sectors   | at least 2       |    1000 | private.is_visible_text
--   q1 to q7  |                  |         | each must be true
--
-- Lengths count code points, after trimming what JavaScript's String.prototype.trim trims.

-- The rules as functions: a table reads its constraints anew for every statement, and patterns and lists take longer to read
-- than to match. They run with the rights of the role that inserts.

-- At most so many characters, two of which show. The set counts for nothing: white space, controls, fillers and what
-- Unicode lets a reader ignore; it is the set of functions/_shared/contract/visible.ts.
create function private.is_visible_text(value text, most integer) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return char_length(value) <= most
    and value ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF].*[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]';
end
$$;

-- In 64 characters no part between dots is longer than the 63 that are allowed: counting them is most of the work.
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

-- A profile on linkedin.com, www. or a country's host (two letters), in any case. After /in/ comes a name of
-- ASCII letters, digits, - _ ~ . (not first), letters of other scripts as they are or percent-encoded, then
-- perhaps more path, query or fragment in printable ASCII without blanks, quotes or angle brackets; what follows the
-- name is cut off before it is stored. Plain ASCII, as most are, is told by the part of the rule that is about it, and what
-- begins as most do by what follows: trying each letter in both cases is most of the work.
create function private.is_profile_address(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  if octet_length(value) = char_length(value) and strpos(value, '%') = 0 then
    if starts_with(value, 'https://www.linkedin.com/in/') then
      return char_length(value) <= 300 and substr(value, 29) ~ '^[A-Za-z0-9_~-][A-Za-z0-9._~-]*([/?#][!#-;=?-~]*)?$';
    end if;
    return char_length(value) <= 300
      and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]/[Ii][Nn]/[A-Za-z0-9_~-][A-Za-z0-9._~-]*([/?#][!#-;=?-~]*)?$';
  end if;
  return char_length(value) <= 300
    and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]/[Ii][Nn]/([A-Za-z0-9_~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])([A-Za-z0-9._~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])*([/?#][!#-;=?-~]*)?$';
end
$$;

create function private.is_status(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return value in ('submitted', 'in_review', 'interview', 'accepted', 'declined', 'withdrawn');
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

revoke all on function private.is_visible_text(text, integer), private.is_email(text), private.is_profile_address(text),
  private.is_status(text), private.is_mail_state(text), private.is_source(text)
  from public, anon, authenticated;
grant execute on function private.is_visible_text(text, integer), private.is_email(text), private.is_profile_address(text),
  private.is_status(text), private.is_mail_state(text), private.is_source(text)
  to anon, authenticated, service_role;

create table public.applications (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),

  -- Two characters that show. The set counts for nothing: white space, controls, fillers and what Unicode lets a reader
  -- ignore; it is the set of functions/_shared/contract/visible.ts.
  name text not null
    constraint applications_name_check check (private.is_visible_text(name, 200)),
  email text not null
    constraint applications_email_check check (private.is_email(email)),
  linkedin text
    constraint applications_linkedin_check check (private.is_profile_address(linkedin)),
  sectors text not null
    constraint applications_sectors_check check (private.is_visible_text(sectors, 1000)),
  q1 boolean not null,
  q2 boolean not null,
  q3 boolean not null,
  q4 boolean not null,
  q5 boolean not null,
  q6 boolean not null,
  q7 boolean not null,
  constraint applications_questions_check check (q1 and q2 and q3 and q4 and q5 and q6 and q7),

  -- Which profile `linkedin` means, in whichever spelling; filled by a trigger.
  linkedin_profile text,

  email_confirmed_at timestamptz,
  -- State of the latest confirmation mail; its history is in application_mails.
  confirmation_mail text not null default 'none'
    constraint applications_confirmation_mail_check
    check (private.is_mail_state(confirmation_mail)),
  status text not null default 'submitted'
    constraint applications_status_check check (private.is_status(status)),
  -- The status it was inserted with, null for 'submitted', and the period of the status that it has; null until the first
  -- change: *_status_periods.sql.
  first_status text,
  current_period integer,
  -- Set when the application went unconfirmed for seven days: its e-mail and profile are free again.
  archived_at timestamptz,

  -- Grows with every change of status or assignee; a writer says which version they saw.
  version bigint not null default 1,
  assignee uuid references public.user_roles (user_id) on delete set null,
  -- The batch that changed the assignee or a tag last, or was undone last: *_review_changes.sql.
  last_batch_id uuid,
  last_batch_undone boolean not null default false,
  tags text[] not null default '{}'
    constraint applications_tags_check check (cardinality(tags) <= 20),
  -- The mean of all scores; 0 without any, so that it sorts and pages like every other column.
  rating numeric(3, 2) not null default 0,
  status_changed_at timestamptz not null default now(),
  first_reviewed_at timestamptz,
  decided_at timestamptz,
  -- Where the applicant came from: in one word, and in the words of the link they followed.
  source text not null default 'direct'
    constraint applications_source_check check (private.is_source(source)),
  first_touch jsonb,
  questions_version integer not null default 1
    constraint applications_questions_version_fkey references public.question_sets (version),

  -- The SHA-256 of the key that the form made, and of what it sent: 43_applicants.
  form_key bytea,
  form_digest bytea,
  email_corrections smallint not null default 0,
  -- When the first mail with a move left: 46_answer_clock.
  first_answered_at timestamptz,

  -- Since when mails do not reach the address, and when the applicant is interviewed: 47_conversation.
  email_bounced_at timestamptz,
  interview_at timestamptz,

  -- Whether the applicant is still to be told of a decision, and when a mail about the present status left: *_told.sql.
  not_told boolean not null default false,
  told_at timestamptz,

  -- When it first came to the interview and to its acceptance, whatever became of it: *_change_status.sql.
  interviewed_at timestamptz,
  accepted_at timestamptz
);

-- Statistics are renewed after a thousand changes, whatever the table's size: autovacuum then also works the search
-- index's pending entries in.
alter table public.applications set (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0);

revoke all on table public.applications from public, anon, authenticated;
grant insert (name, email, linkedin, sectors, q1, q2, q3, q4, q5, q6, q7)
  on table public.applications to anon, authenticated;
grant select, insert, update, delete on table public.applications to service_role;

alter table public.applications enable row level security;

create policy "anyone may apply" on public.applications
  for insert to anon, authenticated
  with check (true);

-- The name in a profile's address, '' without one; null where the address has no host. Like the other small functions of a
-- new application it has no settings of its own, so that the caller's plan takes it in: a call costs more than its work.
create function private.profile_slug(url text) returns text
language sql immutable parallel safe
as $$
  select case when url like '%//%/%/%' and split_part(url, '/', 2) = '' then
    split_part(split_part(split_part(url, '/', 5), '?', 1), '#', 1)
  end
$$;

-- Percent-encoded letters are decoded, so that both spellings are one; what is not UTF-8 stays as it was sent.
create function private.decoded_slug(slug text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return lower(
    normalize(
      convert_from(
        decode(
          (
            select string_agg(
              case when part[1] like '\%__' then substr(part[1], 2) else encode(convert_to(part[1], 'UTF8'), 'hex') end,
              '' order by at
            )
            from regexp_matches(slug, '%[0-9A-Fa-f]{2}|.', 'g') with ordinality as found (part, at)
          ),
          'hex'
        ),
        'UTF8'
      ),
      NFC
    ) collate "und-x-icu"
  );
exception
  when character_not_in_repertoire or untranslatable_character or invalid_text_representation then
    return lower(slug collate "C");
end
$$;

-- The profile's name in lower case: 'jane' for https://de.LinkedIn.com/in/Jane/?x=1. Most are plain ASCII.
create function private.linkedin_profile(url text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  slug constant text := private.profile_slug(url);
begin
  if octet_length(slug) = char_length(slug) and strpos(slug, '%') = 0 then
    return lower(slug collate "C");
  end if;
  return private.decoded_slug(slug);
end
$$;

-- Of an address that the form accepts the profile alone: no path below it (whose dot segments would lead a browser
-- elsewhere), no query, no fragment. Anything else stays as it was sent, for the table to refuse.
create function private.profile_alone(linkedin text) returns text
language sql immutable parallel safe
as $$
  select case
    when char_length(linkedin) <= 300
      and (linkedin like '%/%/%/%/%/%' or strpos(linkedin, '?') > 0 or strpos(linkedin, '#') > 0)
      then regexp_replace(linkedin, '^(https?://[^/?#]+/in/[^/?#]+)[/?#][!#-;=?-~]*$', '\1', 'i')
    else linkedin
  end
$$;

-- The profile's name where an address is stored as it is, as most are: in plain ASCII, on www.linkedin.com and with nothing
-- after the name. Null for any other, which profile_alone and linkedin_profile look at.
create function private.plain_profile(linkedin text) returns text
language sql immutable parallel safe
as $$
  select case
    when starts_with(linkedin, 'https://www.linkedin.com/in/')
      and octet_length(linkedin) = char_length(linkedin) and strpos(linkedin, '%') = 0
      and linkedin not like '%/%/%/%/%/%' and strpos(linkedin, '?') = 0 and strpos(linkedin, '#') = 0
      then lower(substr(linkedin, 29) collate "C")
  end
$$;

-- Archives an application unconfirmed for seven days that holds a new applicant's e-mail or profile. It runs with the
-- settings of its callers: its plans are made once for all values (planning anew costs more than the whole insert) and
-- never by reading the table whole, which looks cheap on the day the table is empty and a session keeps its plans.
create function private.make_room(for_email text, for_profile text) returns void
language plpgsql
as $$
begin
  if exists (
    select from public.applications a
     where case when a.archived_at is null then private.email_key(a.email) end = private.email_key(for_email)
    union all
    select from public.applications a
     where case when a.archived_at is null then a.linkedin_profile end = for_profile
  ) then
    update public.applications a
       set archived_at = now()
     where (
         case when a.archived_at is null then private.email_key(a.email) end = private.email_key(for_email)
         or case when a.archived_at is null then a.linkedin_profile end = for_profile
       )
       and a.email_confirmed_at is null and a.status = 'submitted' and a.created_at < now() - interval '7 days';
  end if;
end
$$;

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

-- The answers of an application of the alias `a` as SQL for jsonb_build_object: its columns that are named q and a number.
-- As SQL, because to_jsonb(a) with a choice of its keys takes longer than all the rest of an export.
create function private.answer_pairs() returns text
language sql stable set search_path = ''
as $$
  select string_agg(format('%L, a.%I', attname, attname), ', ' order by attnum)
    from pg_catalog.pg_attribute
   where attrelid = 'public.applications'::regclass and attname ~ '^q[0-9]+$' and not attisdropped
$$;

-- For operators and schedulers: archives every application that went unconfirmed for seven days, returns how many.
create function public.release_applications() returns bigint
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  released bigint;
begin
  update public.applications
     set archived_at = now()
   where archived_at is null and email_confirmed_at is null and status = 'submitted'
     and created_at < now() - interval '7 days';
  get diagnostics released = row_count;
  return released;
end
$$;

-- The application of this id; refuses the caller with 404 when it is gone.
create function private.existing_application(of_application uuid) returns public.applications
language plpgsql set search_path = ''
as $$
declare
  a public.applications;
begin
  select * into a from public.applications where id = of_application;
  if not found then
    raise sqlstate 'PT404' using message = 'This application is no longer there.';
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

revoke all on function private.existing_application(uuid), private.locked_application(uuid), private.profile_slug(text), private.decoded_slug(text),
  private.linkedin_profile(text), private.profile_alone(text), private.plain_profile(text),
  private.make_room(text, text), private.prepare_application(), private.answer_pairs(),
  public.release_applications()
  from public, anon, authenticated;
grant execute on function public.release_applications() to service_role;
