-- Applications to join the lab. A visitor inserts and never reads; the form's rules are repeated here, so that a
-- request made by hand gets no further than the form.
--
-- THE FORM'S RULES (specification section 5), held to one set with the site's by tests/fixtures/application-examples.json.
-- Lengths count code points, after trimming what JavaScript's String.prototype.trim trims.
--
--   field     | at least | at most | regular expression (the same text in SQL and in JavaScript, without flags)
--   ----------|----------|---------|--------------------------------------------------------------------------------
--   name      |        2 |     200 | none
--   email     |          |     254 | applications_email_check below; at most 64 before the @
--   linkedin  |          |     300 | applications_linkedin_check below; null is accepted here (the form requires it), '' is not
--   sectors   |        2 |    1000 | none
--   q1 to q7  |          |         | each must be true

create table public.applications (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),

  name text not null
    constraint applications_name_check check (char_length(name) between 2 and 200),
  email text not null
    constraint applications_email_check check (
      char_length(email) <= 254
      and strpos(email, '@') <= 65
      and email ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$'
    ),
  -- A profile on linkedin.com, www. or a country's host (two letters), in any case. After /in/ comes a name of
  -- ASCII letters, digits, - _ ~ . (not first), letters of other scripts as they are or percent-encoded, then
  -- perhaps more path, query or fragment in printable ASCII without blanks, quotes or angle brackets.
  linkedin text
    constraint applications_linkedin_check check (
      char_length(linkedin) <= 300
      and linkedin ~ '^[Hh][Tt][Tt][Pp][Ss]?://([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]/[Ii][Nn]/([A-Za-z0-9_~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])([A-Za-z0-9._~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])*([/?#][!#-;=?-~]*)?$'
    ),
  sectors text not null
    constraint applications_sectors_check check (char_length(sectors) between 2 and 1000),
  q1 boolean not null,
  q2 boolean not null,
  q3 boolean not null,
  q4 boolean not null,
  q5 boolean not null,
  q6 boolean not null,
  q7 boolean not null,
  constraint applications_questions_check check (q1 and q2 and q3 and q4 and q5 and q6 and q7),

  -- Which profile `linkedin` means, however it was spelled; filled by a trigger.
  linkedin_profile text,

  email_confirmed_at timestamptz,
  -- State of the latest confirmation mail; its history is in application_mails.
  confirmation_mail text not null default 'none'
    constraint applications_confirmation_mail_check
    check (confirmation_mail in ('none', 'sending', 'retrying', 'sent', 'failed')),
  status text not null default 'submitted'
    constraint applications_status_check
    check (status in ('submitted', 'in_review', 'interview', 'accepted', 'declined', 'withdrawn')),
  -- Set when the application went unconfirmed for seven days: its e-mail and profile are free again.
  archived_at timestamptz
);

revoke all on table public.applications from public, anon, authenticated;
grant insert (name, email, linkedin, sectors, q1, q2, q3, q4, q5, q6, q7)
  on table public.applications to anon, authenticated;
grant select on table public.applications to authenticated;
grant select, insert, update, delete on table public.applications to service_role;

alter table public.applications enable row level security;

create policy "anyone may apply" on public.applications
  for insert to anon, authenticated
  with check (true);

create policy "admins read applications" on public.applications
  for select to authenticated
  using ((select public.is_admin()));

-- One living application per e-mail and per profile. The names are part of the wire (specification section 8). What
-- is archived is null here rather than left out by a condition: a partial index can be read whole for any question
-- that implies its condition, and on an empty table, where a session makes its plans, that looks as cheap as looking up.
create unique index applications_email_key
  on public.applications ((case when archived_at is null then lower(email collate "C") end));
create unique index applications_linkedin_key
  on public.applications ((case when archived_at is null then linkedin_profile end));
create index applications_unconfirmed_idx on public.applications (created_at)
  where archived_at is null and email_confirmed_at is null and status = 'submitted';

-- Trims what JavaScript's String.prototype.trim trims.
create function private.trimmed(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select btrim(value, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF')
$$;

-- The profile's name in lower case: 'jane' for https://de.LinkedIn.com/in/Jane/?x=1. Percent-encoded letters are
-- decoded, so that both spellings are one; what is not UTF-8 stays as it was sent.
create function private.linkedin_profile(url text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  slug text := substring(url from '^[^/]*//[^/]*/[^/]*/([^/?#]*)');
begin
  if slug ~ '^[A-Za-z0-9._~-]*$' then
    return lower(slug collate "C");
  end if;
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

-- Archives a forgotten application that holds a newcomer's e-mail or profile. Its plans are made once for all values
-- (planning anew costs more than the whole insert) and never by reading the table whole, which looks cheap on the day
-- the table is empty and a session keeps its plans.
create function private.make_room(for_email text, for_profile text) returns void
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  holder_of_email uuid;
  holder_of_profile uuid;
begin
  select a.id into holder_of_email
    from public.applications a
   where case when a.archived_at is null then lower(a.email collate "C") end = lower(for_email collate "C");
  select a.id into holder_of_profile
    from public.applications a
   where case when a.archived_at is null then a.linkedin_profile end = for_profile;
  if holder_of_email is not null or holder_of_profile is not null then
    update public.applications a
       set archived_at = now()
     where a.id in (holder_of_email, holder_of_profile)
       and a.archived_at is null and a.email_confirmed_at is null and a.status = 'submitted'
       and a.created_at < now() - interval '7 days';
  end if;
end
$$;

-- Every applicant's text is stored trimmed and every profile under its one name; a newcomer finds the place of a
-- forgotten application free.
create function private.prepare_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.linkedin := private.trimmed(new.linkedin);
  new.sectors := private.trimmed(new.sectors);
  new.linkedin_profile := private.linkedin_profile(new.linkedin);
  if tg_op = 'INSERT' then
    perform private.make_room(new.email, new.linkedin_profile);
  end if;
  return new;
end
$$;

create trigger prepare_application
  before insert or update of name, email, linkedin, sectors on public.applications
  for each row execute function private.prepare_application();

-- For operators and schedulers: archives every application that went unconfirmed for seven days, returns how many.
create function public.release_applications() returns bigint
language plpgsql security definer set search_path = ''
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

revoke all on function private.trimmed(text), private.linkedin_profile(text),
  private.make_room(text, text), private.prepare_application(), public.release_applications()
  from public, anon, authenticated;
grant execute on function public.release_applications() to service_role;
