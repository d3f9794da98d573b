-- Storing, finding, changing and archiving applications.

-- Returns the name in a profile's address, '' without one, and null if the address has no host. Like other small functions
-- of an INSERT it has no settings, so that the planner can inline it, because a call costs more than its work.
create function private.profile_slug(url text) returns text
language sql immutable parallel safe
as $$
  select case when url like '%//%/%/%' and split_part(url, '/', 2) = '' then
    split_part(split_part(split_part(url, '/', 5), '?', 1), '#', 1)
  end
$$;

-- Decodes percent-encoded letters, so that both spellings are equal. Invalid UTF-8 stays unchanged.
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

-- Returns the profile's name in lower case, 'jane' for https://de.LinkedIn.com/in/Jane/?x=1. Most are plain ASCII.
create function private.linkedin_profile(url text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  slug constant text := private.profile_slug(url);
begin
  -- No application keeps one, and decoding takes a second for a megabyte.
  if char_length(url) > 300 then
    return null;
  end if;
  if octet_length(slug) = char_length(slug) and strpos(slug, '%') = 0 then
    return lower(slug collate "C");
  end if;
  return private.decoded_slug(slug);
end
$$;

-- Reduces an accepted address to the profile, without deeper path (whose dot segments would lead a browser elsewhere),
-- query and fragment. Anything else stays unchanged for the table to refuse.
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

-- Returns the profile's name of an address that is stored unchanged, as most are. It is plain ASCII, on www.linkedin.com,
-- with nothing after the name. Returns null for others, which profile_alone and linkedin_profile handle.
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

-- Archives an application that stayed unconfirmed for seven days and has a new applicant's e-mail or profile. It runs with
-- its callers' settings. Plans are made once for all values (planning again costs more than the whole insert) and never
-- scan the whole table, which looks cheap on the day the table is empty and a session keeps its plans.
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
       and a.email_confirmed_at is null and a.status = 'submitted' and a.created_at < now() - interval '7 days'
       and private.is_present(a.erasing_at);
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

-- Returns the answers of an application with the alias `a` as SQL for jsonb_build_object, its columns named q and a
-- number. It returns SQL, because to_jsonb(a) with selected keys takes longer than the rest of an export.
create function private.answer_pairs() returns text
language sql stable set search_path = ''
as $$
  select string_agg(format('%L, a.%I', attname, attname), ', ' order by attnum)
    from pg_catalog.pg_attribute
   where attrelid = 'public.applications'::regclass and attname ~ '^q[0-9]+$' and not attisdropped
$$;

-- For operators and schedulers. Archives every application that stayed unconfirmed for seven days and returns their number.
-- A locked one waits for the next call, because waiting for several rows in any order could deadlock.
create function public.release_applications() returns bigint
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  released bigint;
begin
  update public.applications a
     set archived_at = now()
    from (
      select e.id from public.applications e
       where e.archived_at is null and e.email_confirmed_at is null and e.status = 'submitted'
         and e.created_at < now() - interval '7 days' and private.is_present(e.erasing_at)
         for update skip locked
    ) expired
   where a.id = expired.id;
  get diagnostics released = row_count;
  return released;
end
$$;

-- Returns the application of this id, or refuses the caller with 404.
create function private.existing_application(of_application uuid) returns public.applications
language plpgsql set search_path = ''
as $$
declare
  a public.applications;
begin
  select * into a from public.applications where id = of_application and private.is_present(erasing_at);
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

-- Status periods, one for each status of an application. The first period is implied until the first change, so a new
-- application has no row here.

-- The cause of a period. `first` means the inserted status, `applicant` a withdrawal, and `again` that the applicant applied
-- again, which begins a round.
create type private.status_cause as enum ('first', 'move', 'applicant', 'again');

create table public.application_status_periods (
  application_id uuid not null
    constraint application_status_periods_application_id_fkey references public.applications (id) on delete cascade,
  n integer not null,
  round smallint not null default 1,
  status text not null
    constraint application_status_periods_status_check check (private.is_status(status)),
  entered_at timestamptz not null,
  cause private.status_cause not null,
  -- The request that made the move. A batch along several arrows has several periods.
  batch_id uuid,
  -- The period that was current before. An undo returns to it.
  previous_n integer,
  undone_at timestamptz,
  -- The application's dates as the period began. The interview's date is stored when the period ends.
  first_reviewed_at timestamptz,
  decided_at timestamptz,
  interviewed_at timestamptz,
  accepted_at timestamptz,
  interview_at timestamptz,
  waiting_since timestamptz,
  -- The time at which a member recorded that they notified the applicant about this period.
  notified_at timestamptz,
  constraint application_status_periods_pkey primary key (application_id, n),
  constraint application_status_periods_status_key unique (application_id, n, status),
  constraint application_status_periods_previous_check check ((previous_n is null) = (n = 1) and previous_n < n)
);

revoke all on table public.application_status_periods from public, anon, authenticated, service_role;
grant select on table public.application_status_periods to service_role;

alter table public.application_status_periods enable row level security;

-- A status without its period is refused, also for the owner of the table. Deferrable for a copy of whole tables.
alter table public.applications
  add constraint applications_changed_by_change_status
    check (current_period is not null or status = coalesce(first_status, 'submitted')),
  add constraint applications_current_period_fkey
    foreign key (id, current_period, status) references public.application_status_periods (application_id, n, status)
    deferrable;

-- The service role updates every column but those that private.change_status and the form write.
revoke update on table public.applications from service_role;
do $$
begin
  execute (
    select format('grant update (%s) on table public.applications to service_role', string_agg(quote_ident(attname), ', '))
      from pg_catalog.pg_attribute
     where attrelid = 'public.applications'::regclass and attnum > 0 and not attisdropped
       and attname not in ('status', 'first_status', 'current_period', 'questions_version', 'erasing_at', 'erase_reason',
                           'round')
  );
end
$$;

revoke all on function public.release_applications from public, anon, authenticated;
grant execute on function public.release_applications to service_role;
