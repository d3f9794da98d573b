-- Permanent deletion of an application. Every path ends here, an owner, the applicant, retention, and a list of erasures
-- applied to an older copy.

-- The erased applications with time and reason, and no more, so that a restored copy can repeat the erasures.
create table private.erasures (
  application_id uuid constraint erasures_pkey primary key,
  erased_at timestamptz not null default clock_timestamp(),
  reason text not null
    constraint erasures_reason_check check (reason in ('owner', 'applicant', 'retention'))
);

create index erasures_erased_at_idx on private.erasures (erased_at);

-- The same of accounts.
create table private.account_erasures (
  user_id uuid constraint account_erasures_pkey primary key,
  erased_at timestamptz not null default clock_timestamp()
);

-- Counts of erased applications without personal data, so that the overview's figures stay the same.
create table private.erased_tally (
  day date not null,
  status text not null,
  confirmed boolean not null,
  source text not null,
  n bigint not null,
  constraint erased_tally_pkey primary key (day, status, confirmed, source)
);

-- In how many tenths of an hour they were first looked at and decided.
create table private.erased_times (
  day date not null,
  kind text not null constraint erased_times_kind_check check (kind in ('review', 'decision')),
  tenth integer not null,
  n bigint not null,
  constraint erased_times_pkey primary key (day, kind, tenth)
);

-- The number of those that had reached the interview and the acceptance.
create table private.erased_stages (
  day date not null,
  source text not null,
  stage text not null constraint erased_stages_stage_check check (stage in ('interview', 'accepted')),
  n bigint not null,
  constraint erased_stages_pkey primary key (day, source, stage)
);

-- Makes erasures wait for each other before they lock a row, because different lock orders on the same persons' rows or
-- counts would deadlock. Lasts until the end of the transaction.
create function private.wait_for_erasers() returns void
language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtext('private.erasures')) $$;

-- Counts one application that was erased, or one of its rounds that ended. A source that fewer than five came from could
-- point at the person, so it is counted as 'other'. `reason` is that of its decline. The caller has waited for the other erasers.
create function private.tally_erased(a public.applications, reason text) returns void
language plpgsql
as $$
declare
  on_day constant date := (a.created_at at time zone private.lab_zone())::date;
  counted_source text := a.source;
begin
  if a.source <> 'direct' and (
    select count(*) < 4 from (
      select from public.applications o where o.source = a.source and o.source <> 'direct' and o.id <> a.id limit 4) same
  ) then
    counted_source := 'other';
  end if;
  insert into private.erased_tally as t
  values (on_day, a.status, a.email_confirmed_at is not null, counted_source, 1)
  on conflict on constraint erased_tally_pkey do update set n = t.n + 1;
  insert into private.erased_times as t
  select on_day, times.kind, private.tenths_of_hours(times.at - a.created_at), 1
    from (values ('review', a.first_reviewed_at), ('decision', a.decided_at)) as times (kind, at)
   where times.at is not null
  on conflict on constraint erased_times_pkey do update set n = t.n + 1;
  insert into private.erased_stages as t
  select on_day, counted_source, stages.stage, 1
    from (values ('interview', a.interviewed_at), ('accepted', a.accepted_at)) as stages (stage, at)
   where stages.at is not null
  on conflict on constraint erased_stages_pkey do update set n = t.n + 1;
  insert into private.erased_reasons as t
  select on_day, tally_erased.reason, 1 where tally_erased.reason is not null
  on conflict on constraint erased_reasons_pkey do update set n = t.n + 1;
end
$$;

-- Returns the words of an erased person's names, address and profiles, former ones included.
create function private.words_of_person(a public.applications, former_names text) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select distinct word
      from regexp_split_to_table(
        private.folded(concat_ws(' ', a.name, split_part(a.email, '@', 1), a.linkedin_profile, former_names))
          collate "und-x-icu",
        '[^[:alnum:]]+') word
     where char_length(word) > 1)
$$;

-- Returns true if a text has one of these words, or a long one as a part.
create function private.has_word_of(given text, words text[]) returns boolean
language sql stable set search_path = ''
as $$
  select regexp_split_to_array(private.folded(given) collate "und-x-icu", '[^[:alnum:]]+') && words
      or exists (select from unnest(words) word where char_length(word) > 3 and strpos(private.folded(given), word) > 0)
$$;

-- Removes the words about an erased person from saved views. A view whose name has one of their words gets a neutral
-- name. One that filters by a source that only they came from is removed.
create function private.erase_views(a public.applications, words text[]) returns void
language plpgsql
set search_path = '' set jit = off
as $$
begin
  -- A random name, because a member may have given another view any name that can be foreseen.
  update public.saved_views v set name = 'View ' || left(gen_random_uuid()::text, 8)
   where private.has_word_of(v.name, words);
  delete from public.saved_views v
   where private.has_word_of(v.view ->> 'source', words)
      or (v.view ->> 'source' = a.source and not exists (
        select from public.applications o where o.source = a.source));
end
$$;

-- Removes traces of an erased person outside the rows of their application, such as requests for a mail, words in saved
-- views and of exported searches, unused tags, the rest of their batches, and the mail server's words.
create function private.erase_traces(a public.applications, tags text[], former_names text, batches uuid[]) returns void
language plpgsql
as $$
declare
  gone constant text[] := array(
    select tag from unnest(tags) as tag
     where not exists (select from public.applications o where o.tags @> array[tag] and o.tags <> '{}'));
  words constant text[] := private.words_of_person(a, former_names);
begin
  delete from private.asked_mails m where private.email_key(private.trimmed(m.email)) = private.email_key(a.email);
  perform private.erase_views(a, words);
  -- The trigger after the deletion knows present tags and names alone.
  delete from public.access_log_content c
   where c.content ->> 'tag' = any (tags)
      or private.has_word_of(concat_ws(' ', c.content ->> 'search', c.content ->> 'source'), words);
  delete from public.review_tags t where t.name = any (gone);
  -- An undo locks its batch before the applications, so locked ones are skipped.
  delete from public.review_batches b
   where b.id in (
     select empty.id from public.review_batches empty
      where empty.id = any (batches)
        and (empty.change ->> 'add_tag' = any (gone) or empty.change ->> 'remove_tag' = any (gone))
        and not exists (select from public.review_batch_items i where i.batch_id = empty.id)
        for update skip locked);
  update private.mail_breaker set reason = null where strpos(lower(reason), lower(a.email)) > 0;
end
$$;

-- Erases one application with all that belongs to it. The caller folds the tally afterwards, because unfolded changes
-- contain its source. The erasure is counted when it is first recorded, so that repeating it in a copy counts once.
create function private.erase_unfolded(of_application uuid, reason text) returns boolean
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications;
  declined_because text;
  tags text[];
  former_names text;
  batches uuid[];
begin
  perform private.wait_for_erasers();
  select * into a from public.applications where id = of_application for update;
  if not found then
    return false;
  end if;
  batches := array(select i.batch_id from public.review_batch_items i where i.application_id = a.id);
  tags := a.tags || array(
    select distinct jsonb_array_elements_text((e.detail -> 'added') || (e.detail -> 'removed'))
      from public.application_events e where e.application_id = a.id and e.kind = 'tagged');
  former_names := (
    select string_agg(concat_ws(' ', e.detail #>> '{before,name}', private.linkedin_profile(e.detail #>> '{before,linkedin}')), ' ')
      from public.application_events e where e.application_id = a.id and e.kind = 'applicant');
  declined_because := (
    select d.reason from private.declined_reasons d where d.application_id = a.id and d.period = a.current_period);
  delete from public.applications where id = a.id;
  insert into private.erasures (application_id, reason) values (a.id, erase_unfolded.reason)
  on conflict on constraint erasures_pkey do nothing;
  if found then
    perform private.tally_erased(a, declined_because);
  end if;
  perform private.erase_traces(a, tags, former_names, batches);
  -- A person who is erased goes with what they sent before and never confirmed, and with the address left for the opening.
  if reason <> 'retention' then
    -- Mails before their address, as the record of a delivery locks them.
    perform from private.mails m
      join private.opening_requests r on r.id = m.opening_request_id
     where private.email_key(r.email) = private.email_key(a.email)
     order by m.id for update of m;
    delete from private.opening_requests r where private.email_key(r.email) = private.email_key(a.email);
    perform private.erase_unfolded(former.id, reason)
       from public.applications former
      where private.application_document(former.name, former.email, former.linkedin_profile, former.sectors)
            like private.search_pattern(private.folded(a.email))
        and private.email_key(former.email) = private.email_key(a.email)
        and former.email_confirmed_at is null and former.archived_at is not null;
  end if;
  return true;
end
$$;

-- Erases one application with all that belongs to it. Returns false when there is none.
create function private.erase_application(of_application uuid, reason text) returns boolean
language plpgsql set search_path = '' set jit = off
as $$
begin
  if not private.erase_unfolded(of_application, reason) then
    return false;
  end if;
  perform private.fold_application_tally();
  return true;
end
$$;

-- Returns the erasures since a time in the format of the list next to the backups, [{"kind": "application" | "account",
-- "id", "at", "reason"}].
create function private.list_erasures(since timestamptz default '-infinity') returns jsonb
language sql stable set search_path = '' set jit = off
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(e)) order by e.at), '[]')
    from (
      select 'application' as kind, application_id as id, erased_at as at, reason
        from private.erasures where erased_at >= since
      union all
      select 'account', user_id, erased_at, null from private.account_erasures where erased_at >= since
    ) e
$$;

-- Erases what the given list and this database's own list name. Returns how many existed.
create function private.apply_erasures(list jsonb) returns bigint
language plpgsql
set search_path = '' set jit = off
as $$
declare
  all_erasures constant jsonb := list || private.list_erasures();
  back record;
  erased bigint := 0;
begin
  for back in
    select e.kind, e.id, min(coalesce(e.reason, 'owner')) as reason
      from jsonb_to_recordset(all_erasures) as e (kind text, id uuid, reason text)
     where case e.kind
       when 'application' then exists (select from public.applications a where a.id = e.id)
       when 'account' then exists (select from auth.users u where u.id = e.id)
     end
     group by e.kind, e.id
  loop
    erased := erased + case back.kind
      when 'application' then private.erase_application(back.id, back.reason)
      else private.remove_account(back.id)
    end::integer;
  end loop;
  insert into private.erasures as e (application_id, erased_at, reason)
  select l.id, min(l.at), min(coalesce(l.reason, 'owner'))
    from jsonb_to_recordset(list) as l (kind text, id uuid, at timestamptz, reason text)
   where l.kind = 'application' group by l.id
  on conflict on constraint erasures_pkey do update set erased_at = excluded.erased_at
    where e.erased_at > excluded.erased_at;
  insert into private.account_erasures as e (user_id, erased_at)
  select l.id, min(l.at)
    from jsonb_to_recordset(list) as l (kind text, id uuid, at timestamptz)
   where l.kind = 'account' group by l.id
  on conflict on constraint account_erasures_pkey do update set erased_at = excluded.erased_at
    where e.erased_at > excluded.erased_at;
  return erased;
end
$$;
