-- On the floor `leaving`.
-- Permanent deletion of an application. Every path ends here, an owner, the applicant, retention, and a list of erasures
-- applied to an older copy.

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

-- Removes traces of an erased person outside the rows of their application, namely requests for a mail, their words in names
-- of saved views and in exported searches, views of a source that no other application has, unused tags, the rest of their
-- batches, and the mail server's words.
create function private.erase_traces(a public.applications, tags text[], former_names text, batches uuid[]) returns void
language plpgsql
as $$
declare
  gone constant text[] := array(
    select tag from unnest(tags) as tag
     where not exists (select from public.applications o where o.tags @> array[tag] and o.tags <> '{}'));
  words constant text[] := private.words_of_person(a, former_names);
begin
  delete from private.requested_mails m where private.email_key(private.trimmed(m.email)) = private.email_key(a.email);
  -- A random name, because a member may have given another view any name that can be foreseen.
  update public.saved_views v set name = 'View ' || left(gen_random_uuid()::text, 8)
   where private.has_word_of(v.name, words);
  delete from public.saved_views v
   where v.view ->> 'source' <> 'direct' and not exists (
     select from public.applications o where o.source = v.view ->> 'source' and o.source <> 'direct');
  -- The trigger after the deletion knows present tags and names alone.
  delete from public.access_log_content c
   where c.content ->> 'tag' = any (tags)
      or private.has_word_of(concat_ws(' ', c.content ->> 'search', c.content ->> 'source'), words);
  delete from public.review_tags t where t.name = any (gone);
  -- An undo locks its batch before the applications, so locked ones are skipped.
  delete from private.review_batches b
   where b.id in (
     select empty.id from private.review_batches empty
      where empty.id = any (batches)
        and (empty.change ->> 'add_tag' = any (gone) or empty.change ->> 'remove_tag' = any (gone))
        and not exists (select from private.review_batch_items i where i.batch_id = empty.id)
        for update skip locked);
  update private.channels set breaker_reason = null
   where strpos(lower(breaker_reason), lower(a.email)) > 0 or private.has_word_of(breaker_reason, words);
end
$$;

-- Erases one application with all that belongs to it. Returns false when there is none. The erasure is counted when it is
-- first recorded, so that repeating it in a copy counts once.
create function private.erase_application(of_application uuid, reason text) returns boolean
language plpgsql set search_path = ''
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
  batches := array(select i.batch_id from private.review_batch_items i where i.application_id = a.id);
  tags := a.tags || array(
    select distinct jsonb_array_elements_text((e.detail -> 'added') || (e.detail -> 'removed'))
      from public.application_events e where e.application_id = a.id and e.kind = 'tagged');
  former_names := (
    select string_agg(concat_ws(' ', e.detail #>> '{before,name}', split_part(e.detail #>> '{before,email}', '@', 1),
        private.linkedin_profile(e.detail #>> '{before,linkedin}')), ' ')
      from public.application_events e where e.application_id = a.id and e.kind = 'applicant');
  declined_because := private.decline_reason_of(a);
  delete from public.applications where id = a.id;
  insert into private.erasures (kind, id, reason) values ('application', a.id, erase_application.reason)
  on conflict on constraint erasures_pkey do nothing;
  if found then
    perform private.count_erased(a, declined_because);
  end if;
  perform private.erase_traces(a, tags, former_names, batches);
  -- A person who is erased goes with what they sent before and never confirmed, and with the address left for the opening.
  if reason <> 'retention' then
    -- Mails before their address, as the record of a delivery locks them.
    perform from private.messages m
      join private.opening_requests r on r.id = m.opening_request_id
     where private.email_key(r.email) = private.email_key(a.email)
     order by m.id for update of m;
    delete from private.opening_requests r where private.email_key(r.email) = private.email_key(a.email);
    perform private.erase_application(former.id, reason)
       from public.applications former
      where former.search_text like private.search_pattern(private.folded(a.email))
        and private.email_key(former.email) = private.email_key(a.email)
        and former.email_confirmed_at is null and former.archived_at is not null;
  end if;
  return true;
end
$$;

-- Returns the erasures since a time in the format of the list next to the backups, [{"kind": "application" | "account",
-- "id", "at", "reason"}].
create function private.list_erasures(since timestamptz default '-infinity') returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'kind', e.kind, 'id', e.id, 'at', e.erased_at, 'reason', e.reason)) order by e.erased_at), '[]')
    from private.erasures e where e.erased_at >= since
$$;

-- Erases what the given list and this database's own list name. Returns how many existed.
create function private.apply_erasures(list jsonb) returns bigint
language plpgsql set search_path = ''
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
  insert into private.erasures as e (kind, id, erased_at, reason)
  select l.kind, l.id, min(l.at), case l.kind when 'application' then min(coalesce(l.reason, 'owner')) end
    from jsonb_to_recordset(list) as l (kind text, id uuid, at timestamptz, reason text)
   group by l.kind, l.id
  on conflict on constraint erasures_pkey do update set erased_at = excluded.erased_at
    where e.erased_at > excluded.erased_at;
  return erased;
end
$$;

-- Returns true if words stored with an entry may mean this person, because any word of a search is in their data, or it is
-- their tag or source. False positives are accepted.
create function private.may_name(content jsonb, a public.applications) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(content ->> 'tag' = any (a.tags), false)
    or coalesce(content ->> 'source' = a.source and a.source <> 'direct', false)
    or exists (
      select from regexp_split_to_table(private.folded(content ->> 'search') collate "und-x-icu", '[^[:alnum:]]+') as word
       where word <> ''
         and strpos(a.search_text, word) > 0
    )
$$;

-- Hides an application whose row the caller has locked, and has it erased after `pause` (erase_requested_applications). All its
-- waiting mails are held.
create function private.begin_erasure(of_application uuid, reason text, pause interval) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp() + pause;
begin
  update public.applications a set erasing_at = moment, erase_reason = begin_erasure.reason where a.id = of_application;
  update private.messages m set state = 'held' where m.application_id = of_application and m.state = 'due';
  return moment;
end
$$;

-- Takes an erasure back, which shows the application again and releases its mails. Returns false if there is none with
-- this reason.
create function private.end_erasure(of_application uuid, reason text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update private.messages m set state = 'dropped'
   where m.application_id = of_application and m.state in ('due', 'held') and m.topic = 'erasing';
  update public.applications a set erasing_at = null, erase_reason = null
   where a.id = of_application and a.erase_reason = end_erasure.reason and a.erasing_at > clock_timestamp();
  return found;
end
$$;

-- For schedulers. Erases applications whose time has come, at most 500 a call. Returns their number. One that fails is left for
-- the next call with a warning in PostgreSQL's log, and never stops the others.
create function public.erase_requested_applications(batch integer default 500) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  erased bigint := 0;
begin
  perform private.wait_for_erasers();
  for due in
    select a.id, a.erase_reason
      from public.applications a
     where a.erasing_at <= clock_timestamp()
     order by a.erasing_at
     limit least(batch, 500)
       for update of a skip locked
  loop
    begin
      erased := erased + private.erase_application(due.id, due.erase_reason)::integer;
    exception when others then
      raise warning 'The application % could not be erased (%).', due.id, sqlstate;
    end;
  end loop;
  return erased;
end
$$;

-- For owners. Hides an application at once and has it erased in a minute. Returns {"erasing_at"}, the same when repeated.
create function public.review_erase(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  asked timestamptz;
begin
  perform private.demand('owner');
  perform from public.applications a where a.id = review_erase.application_id for update;
  select a.erasing_at into asked from public.applications a
   where a.id = review_erase.application_id and a.erase_reason = 'owner';
  if found then
    return jsonb_build_object('erasing_at', asked);
  end if;
  perform private.locked_application(review_erase.application_id);
  perform private.record_event(review_erase.application_id, 'erasure_requested', '{}');
  return jsonb_build_object('erasing_at', private.begin_erasure(review_erase.application_id, 'owner', '1 minute'));
end
$$;

-- For owners. Takes an owner's erasure back within its minute. Returns the row.
create function public.review_erase_undo(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  perform from public.applications a where a.id = review_erase_undo.application_id for update;
  if private.end_erasure(review_erase_undo.application_id, 'owner') then
    perform private.record_event(review_erase_undo.application_id, 'erasure_undone', '{}');
  end if;
  perform private.existing_application(review_erase_undo.application_id);
  return private.answered_row(review_erase_undo.application_id);
end
$$;

grant execute on function public.erase_requested_applications to service_role;
grant execute on function public.review_erase, public.review_erase_undo to authenticated;
