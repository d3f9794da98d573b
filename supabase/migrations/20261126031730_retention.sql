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
  delete from private.rate_counts where ends_at < now();
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
  delete from private.invitations i where private.email_key(i.email) = private.email_key(address);
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
