-- A new application meets two triggers in place of seven, and rules that the table need not read anew for every statement.
-- What is checked, and in which order, stays as it was.

drop trigger brake_application on public.applications;
drop trigger keep_source on public.applications;
drop trigger prepare_application on public.applications;
drop trigger recognise_form on public.applications;
drop trigger refuse_several_applications on public.applications;
drop trigger tally_new_application on public.applications;
drop trigger tell_of_received_application on public.applications;
drop function private.brake_application(), private.keep_source(), private.recognise_form(),
  private.refuse_several_applications(), private.tally_new_application(), private.tell_of_received_application(),
  private.make_room(text, text);

-- The rules for text as functions: a table reads its constraints anew for every statement, and patterns of this length take
-- longer to read than to match. They run with the rights of the role that inserts.

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
-- name is cut off before it is stored. Plain ASCII, as most are, is told by the part of the rule that is about it.
create function private.is_profile_address(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  if octet_length(value) = char_length(value) and strpos(value, '%') = 0 then
    return char_length(value) <= 300
      and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]/[Ii][Nn]/[A-Za-z0-9_~-][A-Za-z0-9._~-]*([/?#][!#-;=?-~]*)?$';
  end if;
  return char_length(value) <= 300
    and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]/[Ii][Nn]/([A-Za-z0-9_~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])([A-Za-z0-9._~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])*([/?#][!#-;=?-~]*)?$';
end
$$;

revoke all on function private.is_visible_text(text, integer), private.is_email(text), private.is_profile_address(text)
  from public, anon, authenticated;
grant execute on function private.is_visible_text(text, integer), private.is_email(text), private.is_profile_address(text)
  to anon, authenticated, service_role;

alter table public.applications
  drop constraint applications_name_check,
  drop constraint applications_email_check,
  drop constraint applications_linkedin_check,
  drop constraint applications_sectors_check;
alter table public.applications
  add constraint applications_name_check check (private.is_visible_text(name, 200)),
  add constraint applications_email_check check (private.is_email(email)),
  add constraint applications_linkedin_check check (private.is_profile_address(linkedin)),
  add constraint applications_sectors_check check (private.is_visible_text(sectors, 1000));

alter table private.opening_requests
  drop constraint opening_requests_email_check,
  add constraint opening_requests_email_check check (private.is_email(email));

-- Without settings of its own, so that the caller's plan takes it in.
create or replace function private.trimmed(value text) returns text
language sql immutable strict parallel safe
as $$
  select btrim(value, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF')
$$;

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
create or replace function private.linkedin_profile(url text) returns text
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
create or replace function private.profile_alone(linkedin text) returns text
language sql immutable parallel safe
as $$
  select case
    when char_length(linkedin) <= 300
      and (linkedin like '%/%/%/%/%/%' or strpos(linkedin, '?') > 0 or strpos(linkedin, '#') > 0)
      then regexp_replace(linkedin, '^(https?://[^/?#]+/in/[^/?#]+)[/?#][!#-;=?-~]*$', '\1', 'i')
    else linkedin
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
     where case when a.archived_at is null then lower(a.email collate "C") end = lower(for_email collate "C")
    union all
    select from public.applications a
     where case when a.archived_at is null then a.linkedin_profile end = for_profile
  ) then
    update public.applications a
       set archived_at = now()
     where (
         case when a.archived_at is null then lower(a.email collate "C") end = lower(for_email collate "C")
         or case when a.archived_at is null then a.linkedin_profile end = for_profile
       )
       and a.email_confirmed_at is null and a.status = 'submitted' and a.created_at < now() - interval '7 days';
  end if;
end
$$;

-- Every applicant's text is stored trimmed and every profile under its one name. A new application is prepared by
-- private.receive_application (43_applicants).
create or replace function private.prepare_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.linkedin := private.profile_alone(private.trimmed(new.linkedin));
  new.sectors := private.trimmed(new.sectors);
  new.linkedin_profile := private.linkedin_profile(new.linkedin);
  return new;
end
$$;

create trigger prepare_application
  before update of name, email, linkedin, sectors on public.applications
  for each row execute function private.prepare_application();

-- What `x-first-touch` says. What does not parse is dropped: an application is never refused for where it came from.
create function private.first_touch(header text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  touch constant text := left(header, 2000);
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'source', private.form_value(touch, 'source'),
    'medium', private.form_value(touch, 'medium'),
    'campaign', private.form_value(touch, 'campaign'),
    'referrer', private.form_value(touch, 'referrer'),
    'landing', private.form_value(touch, 'landing')
  ));
end
$$;

-- Checks one application that came in a request; the service role is exempt. It runs with the settings of
-- private.receive_application (43_applicants), which calls it.
create function private.brake_application(headers jsonb) returns void
language plpgsql
as $$
declare
  brakes private.brakes;
  elapsed text := headers ->> 'x-application-elapsed';
  seconds double precision;
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' = 'service_role' then
    return;
  end if;
  select * into brakes from private.brakes;

  if headers ->> 'x-application-trap' <> '' then
    perform private.refuse(400, 'trap_filled', 'A field that people do not see was filled in.');
  end if;
  if elapsed is not null and (elapsed !~ '^\d{1,12}$' or elapsed::bigint < brakes.least_milliseconds) then
    perform private.refuse(400, 'sent_too_fast', 'The form was sent faster than a person can fill it in.');
  end if;
  if brakes.proof_of_work and not private.spend_proof(
    coalesce(headers ->> 'x-application-proof', 'null'), brakes.proof_prefix
  ) then
    perform private.refuse(403, 'proof_needed', 'The form has to be sent with a solved challenge at the moment.');
  end if;

  seconds := private.count_address(private.request_address());
  if seconds > 0 then
    perform private.refuse_too_many(seconds);
  end if;

  delete from private.application_attempts
   where subject in (
     select a.subject from private.application_attempts a
      where a.since < now() - brakes.address_window
      order by a.since limit 4 for update skip locked
   );
end
$$;

-- A visitor's INSERT holds one row. A list would let one request carry many people's e-mails, and tell apart those
-- that have applied without storing anything.
create function private.refuse_second_application() returns void
language plpgsql
as $$
begin
  if nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' is distinct from 'service_role' then
    raise check_violation using
      schema = 'public', table = 'applications', constraint = 'applications_one_row',
      message = 'new rows for relation "applications" violate check constraint "applications_one_row"';
  end if;
end
$$;

-- Whether an application came with this form's key before. The same key with the same values is the same application, whose
-- first answer was lost: nothing is stored and the INSERT is answered 201. The same key with other values is refused, 409.
create function private.is_known_form(application public.applications, key text) returns boolean
language plpgsql
as $$
declare
  known bytea;
begin
  -- A form sent twice at once: the second waits here for the first, and then sees it.
  perform pg_advisory_xact_lock(('x' || left(key, 16))::bit(64)::bigint);
  select a.form_digest into known from public.applications a where a.form_key = application.form_key;
  if known <> application.form_digest then
    perform private.refuse(409, 'application_key_used', 'This form was sent before with other answers. Reload the page and send it again.');
  end if;
  return known is not null;
end
$$;

-- What a new application meets before it is stored, in one trigger: each one that runs with rights and settings of its own
-- costs as much as an index. Only requests are limited, and none where the server was started with LIMITS=off: it says so in
-- a setting of its own connections, which no client can reach. What is compared with a former form is what is stored.
create function private.receive_application() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  request constant text := current_setting('request.headers', true);
  headers constant jsonb := nullif(request, '')::jsonb;
  key constant text := headers ->> 'x-application-key';
  statement constant text := extract(epoch from statement_timestamp());
  asked constant integer := substring(headers ->> 'x-questions-version' from '^[0-9]{1,6}$');
  is_closed boolean;
begin
  if headers is not null and current_setting('solostead.limits', true) is distinct from 'off' then
    perform private.brake_application(headers);
  end if;
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.linkedin := private.profile_alone(private.trimmed(new.linkedin));
  new.sectors := private.trimmed(new.sectors);
  new.linkedin_profile := private.linkedin_profile(new.linkedin);
  if headers ? 'x-first-touch' then
    new.first_touch := private.first_touch(headers ->> 'x-first-touch');
    new.source := lower(coalesce(new.first_touch ->> 'source', new.first_touch ->> 'referrer', 'direct'));
  end if;
  if request is not null then
    select i.is_closed, coalesce(
             (select q.version from public.question_sets q where q.version = asked),
             (select q.version from public.question_sets q order by q.version desc limit 1),
             1
           )
      into is_closed, new.questions_version
      from private.intake i where i.only_row;
  end if;
  perform private.make_room(new.email, new.linkedin_profile);
  if headers is null then
    return new;
  end if;
  if current_setting('solostead.application_of', true) = statement then
    perform private.refuse_second_application();
  end if;
  perform set_config('solostead.application_of', statement, true);
  if key ~ '^[0-9a-f]{64}$' then
    new.form_key := decode(key, 'hex');
    new.form_digest := private.form_digest(new.name, new.email, new.linkedin, new.sectors);
    if private.is_known_form(new, key) then
      return null;
    end if;
  end if;
  -- After the above: an application that was taken before the closing is answered 201 again.
  if is_closed then
    perform private.refuse_while_closed();
  end if;
  return new;
end
$$;

create trigger receive_application
  before insert on public.applications
  for each row execute function private.receive_application();

-- Appends a new application to the tally and tells of it, in one trigger: each one costs as much as an index. Without
-- addresses it costs a look at an empty table.
create function private.follow_new_application() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  has_webhooks boolean;
begin
  insert into private.application_tally_changes
  values ((new.created_at at time zone 'UTC')::date, new.status, new.email_confirmed_at is not null,
          new.archived_at is not null, new.source, 1)
  returning exists (select from private.webhooks) into has_webhooks;
  -- About every thousandth, without a counter that all would wait for.
  if random() < 0.001 then
    perform private.fold_application_tally();
  end if;
  if has_webhooks then
    perform private.queue_webhooks('application.received', new.id, new.status);
  end if;
  return null;
end
$$;

create trigger follow_new_application
  after insert on public.applications
  for each row execute function private.follow_new_application();

revoke all on function private.profile_slug(text), private.decoded_slug(text), private.make_room(text, text),
  private.first_touch(text), private.brake_application(jsonb), private.refuse_second_application(),
  private.is_known_form(public.applications, text), private.receive_application(), private.follow_new_application()
  from public, anon, authenticated;
