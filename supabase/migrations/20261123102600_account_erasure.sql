-- Taking an account of the lab's people out of the database for good. What they did stays, without an author.

-- Takes an account away with its roles, sessions, factors, saved views and ratings; false when there is none. Its batches
-- keep the id alone, which names no account any more; in history its address is '', which is not the system's null.
create function private.remove_account(of_user uuid) returns boolean
language plpgsql set search_path = '' set jit = off
as $$
declare
  address constant text := (
    select nullif(private.address_of(u.email, u.phone), '') from auth.users u where u.id = of_user);
  rated uuid[];
begin
  perform private.wait_for_erasers();
  perform from auth.users u where u.id = of_user;
  if not found then
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
