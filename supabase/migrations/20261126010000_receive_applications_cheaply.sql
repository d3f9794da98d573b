-- A new application is received by one query and fewer steps: each query costs more to begin than to answer. Whether an
-- expired application holds its e-mail or profile is asked only while there is any. Order and answers stay as they were.

-- The version that a visitor says they read, where it is known; else the newest.
create function private.known_questions(asked text, newest integer) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(
    (select q.version from public.question_sets q where q.version = substring(asked from '^[0-9]{1,6}$')::integer), newest
  )
$$;

revoke all on function private.known_questions(text, integer) from public, anon, authenticated;

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

revoke all on function private.plain_profile(text) from public, anon, authenticated;

-- What a new application meets before it is stored, in one trigger: each one that runs with rights and settings of its own
-- costs as much as an index. Only requests are limited, and none where the server was started with LIMITS=off: it says so in
-- a setting of its own connections, which no client can reach. What is compared with a former form is what is stored.
create or replace function private.receive_application() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  request constant text := current_setting('request.headers', true);
  headers constant jsonb := nullif(request, '')::jsonb;
  statement text := statement_timestamp();
  is_closed boolean;
  newest_questions integer;
  has_expired boolean;
begin
  if headers is not null and current_setting('solostead.limits', true) is distinct from 'off' then
    perform private.brake_application(headers);
  end if;
  -- Most come as they are stored: asking all at once costs less than writing each.
  if private.trimmed(new.name) <> new.name or private.trimmed(new.email) <> new.email
    or private.trimmed(new.linkedin) <> new.linkedin or private.trimmed(new.sectors) <> new.sectors
  then
    new.name := private.trimmed(new.name);
    new.email := private.trimmed(new.email);
    new.linkedin := private.trimmed(new.linkedin);
    new.sectors := private.trimmed(new.sectors);
  end if;
  new.linkedin_profile := private.plain_profile(new.linkedin);
  if new.linkedin_profile is null then
    new.linkedin := private.profile_alone(new.linkedin);
    new.linkedin_profile := private.linkedin_profile(new.linkedin);
  end if;
  if headers ? 'x-first-touch' then
    new.first_touch := private.first_touch(headers ->> 'x-first-touch');
    new.source := lower(coalesce(new.first_touch ->> 'source', new.first_touch ->> 'referrer', 'direct'));
  end if;
  -- All that is looked up, in one query: each costs more to begin than to answer.
  select i.is_closed,
         coalesce((select q.version from public.question_sets q order by q.version desc limit 1), 1),
         exists (
           select from public.applications a
            where a.archived_at is null and a.email_confirmed_at is null and a.status = 'submitted'
              and a.created_at < now() - interval '7 days'
         )
    into is_closed, newest_questions, has_expired
    from private.intake i;
  if request is not null then
    new.questions_version := newest_questions;
  end if;
  if has_expired then
    perform private.make_room(new.email, new.linkedin_profile);
  end if;
  if headers is null then
    return new;
  end if;
  if headers ->> 'x-questions-version' <> newest_questions::text then
    new.questions_version := private.known_questions(headers ->> 'x-questions-version', newest_questions);
  end if;
  if current_setting('solostead.application_of', true) = statement then
    perform private.refuse_second_application();
  end if;
  -- An assignment, for PERFORM runs a query.
  statement := set_config('solostead.application_of', statement, true);
  if headers ->> 'x-application-key' ~ '^[0-9a-f]{64}$' then
    new.form_key := decode(headers ->> 'x-application-key', 'hex');
    new.form_digest := private.form_digest(new.name, new.email, new.linkedin, new.sectors);
    if private.is_known_form(new, headers ->> 'x-application-key') then
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
