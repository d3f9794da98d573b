-- On the floor `leaving`.
-- Permanent removal of a member's account. Their actions stay, without an author.

-- Makes changes of members wait for each other. Other transactions may still refer to every member except the leaver, because
-- a lock on all of them would deadlock with a change that holds rows of several.
create function private.lock_members(leaver uuid default null) returns void
language sql set search_path = ''
as $$
  select from public.user_roles r order by r.user_id for no key update;
  select from public.user_roles r where r.user_id = leaver for update;
$$;

-- Returns the applications that removing a member changes.
create function private.work_of(member uuid) returns setof uuid
language sql stable set search_path = ''
as $$
  select a.id from public.applications a where a.assignee = member
  union
  select r.application_id from public.application_ratings r where r.reviewer = member
$$;

-- Locks what removing a member changes, in the order of a change of many applications, which is batches, applications by
-- their ids, then members. Otherwise the two could deadlock. Notes are changed before the members that they mention. Begins
-- again if the leaver got more work before the members were locked, because a change that holds it may wait for them.
create function private.lock_leaver(leaver uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  locked uuid[];
begin
  loop
    begin
      perform private.wait_for_erasers();
      perform from private.review_batches b where b.actor = leaver for no key update;
      locked := array(
        select a.id from public.applications a
         where a.id in (select private.work_of(leaver))
         order by a.id for no key update);
      perform from public.application_notes n where leaver in (n.author, n.removed_by) for no key update;
      perform private.lock_members(leaver);
      exit when not exists (select from private.work_of(leaver) as work where work <> all (locked));
      raise no_data_found;
    exception when no_data_found then
      -- All of these locks are released.
    end;
  end loop;
end
$$;

-- Removes an account with its roles, sessions, factors, saved views and ratings. Returns false when there is none. Its
-- batches keep the id, which no longer names an account. In the history its address becomes '', which differs from the
-- system's null.
create function private.remove_account(of_user uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  address constant text := (
    select nullif(private.address_of(u.email, u.phone), '') from auth.users u where u.id = of_user);
  rated uuid[];
begin
  perform private.lock_leaver(of_user);
  if not exists (select from auth.users u where u.id = of_user) then
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
  update public.application_notes set removed_by = null where removed_by = of_user;
  update public.application_note_versions set editor = null, editor_email = null where editor = of_user;
  update public.application_events
     set actor = null, actor_email = '' where actor = of_user or actor_email = address;
  update public.application_events
     set detail = detail
       || case when detail ->> 'from' = address then '{"from": ""}'::jsonb else '{}' end
       || case when detail ->> 'to' = address then '{"to": ""}'::jsonb else '{}' end
   where kind = 'assigned' and address in (detail ->> 'from', detail ->> 'to');
  update public.application_replies set pasted_by = null, pasted_by_email = null where pasted_by = of_user;
  update public.lab_terms_changes set actor_email = null where actor_email = address;
  update private.intake set changed_by = null where changed_by = address;
  delete from private.invitations i where private.email_key(i.email) = private.email_key(address);
  delete from auth.users u where u.id = of_user;
  insert into private.erasures (kind, id) values ('account', of_user)
  on conflict on constraint erasures_pkey do nothing;
  return true;
end
$$;

-- The same, refused while no other owner could sign in. `npm run admin -- erase` calls it. An application of the same
-- person is erased separately.
create function private.erase_account(of_user uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_leaver(of_user);
  if exists (select from public.user_roles r where r.user_id = of_user and r.role = 'admin' and r.access = 'owner') then
    perform private.demand_another_owner(of_user);
  end if;
  return private.remove_account(of_user);
end
$$;
