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

-- Counts one application that was erased. A source that fewer than five came from could point at the person, so it is
-- counted as 'other'. Its caller has waited for the other erasers.
create function private.tally_erased(a public.applications) returns void
language plpgsql
as $$
declare
  on_day constant date := (a.created_at at time zone 'UTC')::date;
  counted_source text := a.source;
begin
  if a.source <> 'direct' and (
    select count(*) < 4 from (
      select from public.applications o where o.source = a.source and o.source <> 'direct' limit 4) same
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
end
$$;

-- Removes saved searches for an erased person's name, address or profile that match no other application. The words of
-- every view are compared with this one person and with 100 applications. What matches the person alone is searched by
-- the index, ten searches of each member. The rest are removed unchecked, so that a member cannot delay an erasure.
-- Without a bitmap PostgreSQL would expect an early match and read the whole table.
create function private.erase_views(a public.applications) returns void
language plpgsql
set search_path = '' set enable_seqscan = off set enable_indexscan = off set jit = off
as $$
declare
  document constant text := private.application_document(a.name, a.email, a.linkedin_profile, '');
  others constant text[] := array(
    select private.application_document(o.name, o.email, o.linkedin_profile, o.sectors)
      from (select * from public.applications limit 100) o);
  found_by record;
  finds_others boolean;
begin
  for found_by in
    with matching as materialized (
      select v.id, v.owner, said.words, private.search_patterns(said.words) as patterns
        from public.saved_views v,
             lateral (select private.form_value(ltrim(v.query, '?'), 'search') as words) said
       where v.query ~ '(^|[?&])search='
         and document like all (private.search_patterns(said.words))
    )
    select private.search_condition(m.words) as condition, array_agg(m.id) as views, min(m.place) <= 10 as is_searched
      from (
        select id, words, dense_rank() over (partition by owner order by words) as place
          from matching
         where not exists (select from unnest(others) other where other like all (patterns))
      ) m
     group by 1
  loop
    finds_others := false;
    if found_by.is_searched then
      execute format('select exists (select from public.applications a where %s)', found_by.condition) into finds_others;
    end if;
    if not finds_others then
      delete from public.saved_views v where v.id = any (found_by.views);
    end if;
  end loop;
end
$$;

-- Removes traces of an erased person outside the rows of their application, such as requests for a mail, saved searches,
-- unused tags, the rest of their batches, and the mail server's words.
create function private.erase_traces(a public.applications, tags text[], batches uuid[]) returns void
language plpgsql
as $$
declare
  gone constant text[] := array(
    select tag from unnest(tags) as tag
     where not exists (select from public.applications o where o.tags @> array[tag] and o.tags <> '{}'));
begin
  delete from private.asked_mails m where private.email_key(private.trimmed(m.email)) = private.email_key(a.email);
  perform private.erase_views(a);
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
  tags text[];
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
  delete from public.applications where id = a.id;
  insert into private.erasures (application_id, reason) values (a.id, erase_unfolded.reason)
  on conflict on constraint erasures_pkey do nothing;
  if found then
    perform private.tally_erased(a);
  end if;
  perform private.erase_traces(a, tags, batches);
  -- A person who is erased goes with what they sent before and never confirmed.
  if reason <> 'retention' then
    perform private.erase_unfolded(former.id, reason)
       from public.applications former
      where private.application_document(former.name, former.email, former.linkedin_profile, former.sectors)
            like private.search_pattern(a.email)
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

-- Retention of personal data by the end of an application, in the months of public.lab_terms.

-- The expired applications with reason and date. Declined, withdrawn and accepted ones count from that move, which the
-- applicant was told, unconfirmed ones from the day they came. Confirmed ones that wait for the lab stay. Months are
-- calendar months in UTC.
create view private.expired_applications with (security_invoker = true) as
  select ended.id, ended.outcome, ended.since, ended.months, due.at as due_at
    from public.lab_terms t
   cross join lateral (
     select a.id, a.status as outcome, a.status_changed_at as since,
            case a.status
              when 'declined' then t.declined_months when 'withdrawn' then t.withdrawn_months else t.accepted_months
            end as months
       from public.applications a
      where a.status in ('declined', 'withdrawn', 'accepted')
        -- No month is shorter, so later changes are skipped.
        and a.status_changed_at
            < now() - make_interval(days => 28 * least(t.declined_months, t.withdrawn_months, t.accepted_months))
     union all
     select a.id, 'unconfirmed', a.created_at, t.unconfirmed_months
       from public.applications a
      where a.email_confirmed_at is null and a.status in ('submitted', 'in_review', 'interview')
        and a.created_at < now() - make_interval(days => 28 * t.unconfirmed_months)
   ) ended
   cross join lateral (
     select ((ended.since at time zone 'UTC') + make_interval(months => ended.months)) at time zone 'UTC' as at
   ) due
   where due.at <= now();

-- For schedulers, daily. Erases expired applications, at most 500 a call, and returns their number, zero when none is
-- left. Locked applications wait for the next call, and only one caller works at a time. It also deletes expired requests
-- for mails, counts of attempts, used proofs and removed notes.
create function public.apply_retention() returns bigint
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  expired uuid;
  erased bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('public.apply_retention')) then
    return 0;
  end if;
  perform private.wait_for_erasers();
  delete from private.asked_mails where asked_at < now() - interval '1 day';
  delete from private.spent_proofs where expires_at < now();
  delete from private.removed_notes where removed_at < now() - interval '1 day';
  delete from private.application_attempts a
   using private.brakes b where a.since < now() - greatest(b.address_window, interval '1 day');
  for expired in select e.id from private.expired_applications e limit 500 loop
    perform from public.applications a where a.id = expired for update skip locked;
    -- It may have been moved since the list was read.
    if found and exists (select from private.expired_applications e where e.id = expired) then
      erased := erased + private.erase_unfolded(expired, 'retention')::integer;
    end if;
  end loop;
  if erased > 0 then
    perform private.fold_application_tally();
  end if;
  return erased;
end
$$;

-- Taking an account of the lab's people out of the database for good. What they did stays, without an author.

-- Locks what removing a member changes, in the order of a change of many applications, which is batches, applications by
-- their ids, then members. Otherwise the two could deadlock. Notes are changed before the members that they mention.
create function private.lock_work_of(member uuid) returns void
language plpgsql set search_path = '' set jit = off
as $$
begin
  perform private.wait_for_erasers();
  perform from public.review_batches b where b.actor = member for no key update;
  perform from public.applications a
    where a.id in (
      select assigned.id from public.applications assigned where assigned.assignee = member
      union
      select r.application_id from public.application_ratings r where r.reviewer = member)
    order by a.id for no key update;
  perform from public.application_notes n where n.author = member for no key update;
end
$$;

-- Removes an account with its roles, sessions, factors, saved views and ratings. Returns false when there is none. Its
-- batches keep the id, which no longer names an account. In the history its address becomes '', which differs from the
-- system's null.
create function private.remove_account(of_user uuid) returns boolean
language plpgsql set search_path = '' set jit = off
as $$
declare
  address constant text := (
    select nullif(private.address_of(u.email, u.phone), '') from auth.users u where u.id = of_user);
  rated uuid[];
begin
  perform private.lock_work_of(of_user);
  if not exists (select from auth.users u where u.id = of_user) then
    return false;
  end if;
  perform private.forget_name(of_user);
  delete from public.user_roles r where r.user_id = of_user;
  with gone as (delete from public.application_ratings r where r.reviewer = of_user returning r.application_id)
  select array_agg(distinct application_id) into rated from gone;
  update public.applications a
     set rating = (
       select coalesce(avg(r.score), 0) from public.application_ratings r where r.application_id = a.id)
   where a.id = any (rated);
  update public.application_notes set author = null, author_email = null where author = of_user;
  update public.application_note_versions set editor = null, editor_email = null where editor = of_user;
  update public.application_events
     set actor = null, actor_email = '' where actor = of_user or actor_email = address;
  update public.application_events
     set detail = detail
       || case when detail ->> 'from' = address then '{"from": ""}'::jsonb else '{}' end
       || case when detail ->> 'to' = address then '{"to": ""}'::jsonb else '{}' end
   where kind = 'assigned' and address in (detail ->> 'from', detail ->> 'to');
  update public.review_batches set actor_email = null where actor = of_user;
  update public.mail_templates set updated_by = null where updated_by = address;
  update public.application_replies set pasted_by = null, pasted_by_email = null where pasted_by = of_user;
  update public.lab_terms_changes set actor_email = null where actor_email = address;
  update private.intake set changed_by = null where changed_by = address;
  delete from auth.users u where u.id = of_user;
  insert into private.account_erasures (user_id) values (of_user)
  on conflict on constraint account_erasures_pkey do nothing;
  return true;
end
$$;

-- The same, refused while no other owner could sign in. `npm run admin -- erase` calls it. An application of the same
-- person is erased separately.
create function private.erase_account(of_user uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_work_of(of_user);
  perform from public.user_roles r order by r.user_id for update;
  if exists (select from public.user_roles r where r.user_id = of_user and r.role = 'admin' and r.access = 'owner') then
    perform private.demand_another_owner(of_user);
  end if;
  return private.remove_account(of_user);
end
$$;

-- Answers to a person who requests their data.

-- Returns everything the database has about one application, its row and, by the foreign keys, every row of every table
-- that belongs to it, so that new tables are included automatically. It leaves out keys (bytea, and a mail's id, which its
-- link carries) and members' identities, which are other people's data.
create function private.rows_about(of_application uuid) returns jsonb
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  people constant text[] := array[
    'actor', 'actor_email', 'author', 'author_email', 'editor', 'editor_email', 'reviewer', 'assignee', 'pasted_by',
    'pasted_by_email', 'member_id', 'mentioned_by', 'written_name', 'removed_by', 'kept_note',
    'user_id', 'mail_id'];
  answer jsonb := '{}';
  held record;
  found_rows jsonb;
begin
  for held in
    with recursive about (relation, condition, depth) as (
      select 'public.applications'::regclass::oid, format('t.id = %L', of_application), 0
      union all
      select k.conrelid,
             format('t.%I in (select t.%I from %s t where %s)',
               child.attname, parent.attname, k.confrelid::regclass, a.condition) collate "default",
             a.depth + 1
        from about a
        join pg_catalog.pg_constraint k
          on k.confrelid = a.relation and k.contype = 'f' and cardinality(k.conkey) = 1 and k.conrelid <> a.relation
        join pg_catalog.pg_attribute child on child.attrelid = k.conrelid and child.attnum = k.conkey[1]
        join pg_catalog.pg_attribute parent on parent.attrelid = k.confrelid and parent.attnum = k.confkey[1]
       where a.depth < 4
    )
    select a.relation::regclass::text as name, string_agg(a.condition, ' or ') as condition,
           people || array(
             select b.attname::text from pg_catalog.pg_attribute b
              where b.attrelid = a.relation and b.atttypid = 'bytea'::regtype) as hidden
      from about a group by a.relation order by min(a.depth), 1
  loop
    execute format(
      $query$
        select coalesce(jsonb_agg(
            case when r ->> 'kind' = 'assigned' then r - 'detail' else r end
            - $1 #- '{before,assignee}' #- '{after,assignee}'), '[]')
          from %s t cross join lateral (select to_jsonb(t) as r) as whole where %s
      $query$,
      held.name, held.condition
    ) into found_rows
      using held.hidden || case when held.name = 'private.mails' then array['id'] else '{}'::text[] end;
    answer := answer || jsonb_build_object(regexp_replace(held.name, '^public\.', ''), found_rows);
  end loop;
  return answer;
end
$$;

-- For owners, to answer a request for access. Returns all data of the person, with the wording of their questions and the
-- times the lab read it. Each download is logged.
create function public.review_data_request(application_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  perform private.existing_application(review_data_request.application_id);
  perform private.log_access('data_downloaded', review_data_request.application_id);
  perform private.reveal_others(review_data_request.application_id, auth.uid());
  return jsonb_build_object(
    'application_id', review_data_request.application_id,
    'made_at', clock_timestamp(),
    'data', private.rows_about(review_data_request.application_id) || jsonb_build_object(
      'questions', (
        select q.wording from public.question_sets q
          join public.applications a on a.questions_version = q.version
         where a.id = review_data_request.application_id),
      'access_log', (
        select coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'kind', l.kind) order by l.id), '[]')
          from public.access_log l where l.application_id = review_data_request.application_id)
    )
  );
end
$$;

revoke all on function public.apply_retention, public.review_data_request from public, anon, authenticated;
grant execute on function public.apply_retention to service_role;
grant execute on function public.review_data_request to authenticated;
