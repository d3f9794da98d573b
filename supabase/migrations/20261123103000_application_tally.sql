-- How many applications there are, by what counts and the overview ask for, kept as they change: counting a million
-- rows with every visit takes half a second. No writer waits for another: a change appends what it adds and takes,
-- and every now and then one of them folds what was appended into the tally; a reader adds the two up, so the
-- figures are exact at any moment.

create table private.application_tally (
  day date not null,
  status text not null,
  confirmed boolean not null,
  archived boolean not null,
  source text not null,
  n bigint not null,
  primary key (day, status, confirmed, archived, source)
);

create table private.application_tally_changes (like private.application_tally);

revoke all on table private.application_tally, private.application_tally_changes
  from public, anon, authenticated, service_role;

-- Both together, under the names that an application has, so that a filter's condition holds for either.
create view private.counted_applications with (security_invoker = true) as
  select t.day, t.status, t.source, t.n,
         t.day::timestamp at time zone 'UTC' as created_at,
         case when t.confirmed then t.day::timestamp at time zone 'UTC' end as email_confirmed_at,
         case when t.archived then t.day::timestamp at time zone 'UTC' end as archived_at
    from (
      select * from private.application_tally union all select * from private.application_tally_changes
    ) t;

revoke all on table private.counted_applications from public, anon, authenticated, service_role;

-- Moves what was appended into the tally: at most five thousand lines, by one caller at a time; a second one goes on
-- without.
create function private.fold_application_tally() returns void
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
  perform private.fold_progress_tally();
end
$$;

-- Changes are appended by private.follow_new_application, follow_changed_applications and follow_removed_applications.

-- Counts from the rows themselves, for operators and after rows were written without triggers: samples, a move to
-- another database.
create function private.tally_applications_anew() returns void
language plpgsql security definer set search_path = '' set jit = off
as $$
begin
  lock table public.applications in share row exclusive mode;
  delete from private.application_tally_changes;
  delete from private.application_tally;
  insert into private.application_tally
  select (a.created_at at time zone 'UTC')::date, a.status, a.email_confirmed_at is not null,
         a.archived_at is not null, a.source, count(*)
    from public.applications a
   group by 1, 2, 3, 4, 5;
  perform private.tally_progress_anew();
end
$$;

-- An emptied table is tallied by having nothing.
create function private.tally_no_applications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tally_applications_anew();
  return null;
end
$$;

create trigger tally_no_applications
  after truncate on public.applications
  for each statement execute function private.tally_no_applications();

revoke all on function private.fold_application_tally(), private.tally_applications_anew(), private.tally_no_applications()
  from public, anon, authenticated;
