-- Erases a person everywhere: traces outside the application's rows, accounts, copies that come back; and keeps the
-- overview's figures.

create index erasures_erased_at_idx on private.erasures (erased_at);

-- Which accounts were erased and when, and no more.
create table private.account_erasures (
  user_id uuid constraint account_erasures_pkey primary key,
  erased_at timestamptz not null default clock_timestamp()
);

-- How many erased applications there were, so that the overview's figures stay what they were: counts, no rows of persons.
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

revoke all on table private.account_erasures, private.erased_tally, private.erased_times
  from public, anon, authenticated, service_role;

-- Counts one application that was erased. A source that fewer than five came from could point at the person, so it is
-- counted as 'other'. One at a time: two who add to the same counts in two orders would be a deadlock.
create function private.tally_erased(a public.applications) returns void
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  on_day constant date := (a.created_at at time zone 'UTC')::date;
  counted_source text := a.source;
begin
  perform pg_advisory_xact_lock(hashtext('private.erased_tally'));
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
  select on_day, times.kind, (date_part('epoch', times.at - a.created_at) / 360)::integer, 1
    from (values ('review', a.first_reviewed_at), ('decision', a.decided_at)) as times (kind, at)
   where times.at is not null
  on conflict on constraint erased_times_pkey do update set n = t.n + 1;
end
$$;

-- Takes away what named an erased person outside the rows of their application: questions for a mail, saved searches for
-- their name, address or profile that find no one else, tags that no one else has and what is left of their batches,
-- what the mail server said.
create function private.erase_traces(a public.applications, tags text[], batches uuid[]) returns void
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  gone constant text[] := array(
    select tag from unnest(tags) as tag
     where not exists (select from public.applications o where o.tags @> array[tag] and o.tags <> '{}'));
  saved record;
  is_theirs boolean;
begin
  delete from private.asked_mails m
   where lower(private.trimmed(m.email) collate "C") = lower(a.email collate "C");
  a.sectors := '';
  for saved in
    select v.id, private.search_condition(private.form_value(ltrim(v.query, '?'), 'search')) as condition
      from public.saved_views v
     where v.query ~ '(^|[?&])search='
  loop
    execute format(
      'select exists (select from (select ($1).*) a where %1$s)
          and not exists (select from public.applications a where %1$s)', coalesce(saved.condition, 'false')
    ) into is_theirs using a;
    if is_theirs then
      delete from public.saved_views v where v.id = saved.id;
    end if;
  end loop;
  delete from public.review_tags t where t.name = any (gone);
  -- An undo locks its batch before the applications: what it holds is left to it.
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

-- Erases one application with all that belongs to it, for a caller that folds the tally afterwards: what is not folded
-- yet names its source. Its erasure is counted when it is first recorded, so that the same application erased again in a
-- copy counts once.
create function private.erase_unfolded(of_application uuid, reason text) returns boolean
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  a public.applications;
  tags text[];
  batches uuid[];
begin
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
        and lower(former.email collate "C") = lower(a.email collate "C")
        and former.email_confirmed_at is null and former.archived_at is not null;
  end if;
  return true;
end
$$;

-- Erases one application with all that belongs to it; false when there is none.
create or replace function private.erase_application(of_application uuid, reason text) returns boolean
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

-- The erasures since a moment as they lie beside the backups: [{"kind": "application" | "account", "id", "at", "reason"}].
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

-- Erases what a list of erasures names and what this database's own list names; answers how many were here.
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

revoke all on function private.tally_erased(public.applications),
  private.erase_traces(public.applications, text[], uuid[]), private.erase_unfolded(uuid, text),
  private.erase_application(uuid, text),
  private.list_erasures(timestamptz), private.apply_erasures(jsonb)
  from public, anon, authenticated;

-- Taking an account of the lab's people out of the database for good. What they did stays, without an author.

-- Takes an account away with its roles, sessions, factors, saved views and ratings; false when there is none. Its batches
-- keep the id alone, which names no account any more.
create function private.remove_account(of_user uuid) returns boolean
language plpgsql set search_path = '' set jit = off
as $$
declare
  address constant text := (select u.email from auth.users u where u.id = of_user);
  rated uuid[];
begin
  perform from auth.users u where u.id = of_user;
  if not found then
    return false;
  end if;
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
     set actor = null, actor_email = null where actor = of_user or actor_email = address;
  update public.application_events
     set detail = detail
       || case when detail ->> 'from' = address then '{"from": null}'::jsonb else '{}' end
       || case when detail ->> 'to' = address then '{"to": null}'::jsonb else '{}' end
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

-- The same, refused while no other owner could sign in.
create function private.erase_account(of_user uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform from public.user_roles r order by r.user_id for update;
  if exists (select from public.user_roles r where r.user_id = of_user and r.role = 'admin' and r.access = 'owner') then
    perform private.demand_another_owner(of_user);
  end if;
  return private.remove_account(of_user);
end
$$;

-- For owners, of anyone in the lab and of themselves: erases the account. An application of the same person is erased as
-- every other one.
create function public.review_erase_member(user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.demand_owner_now();
  perform from public.user_roles r where r.user_id = review_erase_member.user_id and r.role = 'admin';
  if not found then
    raise sqlstate 'PT404' using message = 'This person is no longer in the lab.';
  end if;
  perform private.erase_account(review_erase_member.user_id);
end
$$;

revoke all on function private.remove_account(uuid), private.erase_account(uuid), public.review_erase_member(uuid)
  from public, anon, authenticated;
grant execute on function public.review_erase_member(uuid) to authenticated;

-- Moves what was appended into the tally: at most five thousand lines, by one caller at a time; a second one goes on
-- without.
create or replace function private.fold_application_tally() returns void
language plpgsql security definer set search_path = '' set jit = off
as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('private.fold_application_tally')) then
    return;
  end if;
  with taken as (
    delete from private.application_tally_changes c
     where c.ctid = any (array(select ctid from private.application_tally_changes limit 5000 for update skip locked))
    returning c.*
  )
  insert into private.application_tally as t
  select day, status, confirmed, archived, source, sum(n) from taken group by 1, 2, 3, 4, 5 having sum(n) <> 0
  on conflict (day, status, confirmed, archived, source) do update set n = t.n + excluded.n;
  -- A line that counts none would keep the source of an application that was erased.
  delete from private.application_tally t where t.n = 0;
end
$$;

-- The overview of the days from `from_day` to `to_day` (UTC, inclusive, at most 731). Hours are counted from
-- submission. Applications that were erased since count as they did.
create or replace function public.review_numbers(from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  begins timestamptz;
  ends timestamptz;
  answer jsonb;
begin
  perform private.demand('reader');
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 731 then
    raise invalid_parameter_value using message = 'The days run from the earlier to the later, at most two years.';
  end if;
  begins := from_day::timestamp at time zone 'UTC';
  ends := (to_day + 1)::timestamp at time zone 'UTC';
  with counted as materialized (
    select a.day, a.confirmed, a.source, a.status, sum(a.n) as n
      from (
        select c.day, c.email_confirmed_at is not null as confirmed, c.source, c.status, c.n
          from private.counted_applications c
        union all
        select e.day, e.confirmed, e.source, e.status, e.n from private.erased_tally e
      ) a
     where a.day between from_day and to_day
     group by 1, 2, 3, 4
  ),
  to_review as (
    select (date_part('epoch', a.first_reviewed_at - a.created_at) / 360)::integer as tenth, count(*) as n
      from public.applications a
     where a.first_reviewed_at is not null and a.created_at >= begins and a.created_at < ends
     group by 1
     union all
    select e.tenth, e.n from private.erased_times e where e.kind = 'review' and e.day between from_day and to_day
  ),
  to_decision as (
    select (date_part('epoch', a.decided_at - a.created_at) / 360)::integer as tenth, count(*) as n
      from public.applications a
     where a.decided_at is not null and a.created_at >= begins and a.created_at < ends
     group by 1
     union all
    select e.tenth, e.n from private.erased_times e where e.kind = 'decision' and e.day between from_day and to_day
  )
  select jsonb_build_object(
    'total', (select coalesce(sum(n), 0) from counted),
    'confirmed', (select coalesce(sum(n) filter (where confirmed), 0) from counted),
    'per_day', (
      select jsonb_agg(jsonb_build_object(
          'day', d.day, 'applications', coalesce(c.n, 0), 'confirmed', coalesce(c.confirmed, 0)) order by d.day)
        from (select g::date as day from generate_series(from_day::timestamp, to_day::timestamp, '1 day') g) d
        left join (
          select day, sum(n) as n, sum(n) filter (where counted.confirmed) as confirmed from counted group by day
        ) c on c.day = d.day
    ),
    'by_status', (
      select coalesce(jsonb_object_agg(status, n), '{}')
        from (select status, sum(n) as n from counted group by status having sum(n) > 0) s
    ),
    'by_source', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.applications desc, s.source), '[]')
        from (
          select source, sum(n) as applications, coalesce(sum(n) filter (where confirmed), 0) as confirmed,
                 coalesce(sum(n) filter (where status = 'accepted'), 0) as accepted
            from counted group by source having sum(n) > 0 order by sum(n) desc, source limit 20
        ) s
    ),
    'to_review', (select private.median_and_ninetieth(array_agg(tenth), array_agg(n)) from to_review),
    'to_decision', (select private.median_and_ninetieth(array_agg(tenth), array_agg(n)) from to_decision)
  ) into answer;
  return answer;
end
$$;
