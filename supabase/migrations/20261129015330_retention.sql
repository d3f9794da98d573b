-- On the floor `leaving`.
-- Retention of personal data by the end of an application, in the months of public.lab_terms.

-- The expired applications with reason and date. A decision counts from the time the applicant was notified of it, and
-- before that the application stays, because its promise of an answer is open. A withdrawal and a decision without a
-- confirmed address count from that move, and unconfirmed ones from the day they came. Confirmed ones that wait for the lab
-- stay. Months are calendar months in the lab's time zone.
create view private.expired_applications with (security_invoker = true) as
  select ended.id, ended.outcome, ended.since, ended.months, due.at as due_at
    from public.lab_terms t
   cross join private.lab_zone() as zone
   cross join lateral (
     select a.id, a.status as outcome,
            case when private.is_decision(a.status) and a.email_confirmed_at is not null
              then a.notified_at else a.status_changed_at
            end as since,
            case a.status
              when 'declined' then t.declined_months when 'withdrawn' then t.withdrawn_months
              when 'accepted' then t.accepted_months
            end as months
       from public.applications a
      where not private.is_open(a.status)
        -- No month is shorter, so later changes are skipped.
        and a.status_changed_at
            < now() - make_interval(days => 28 * least(t.declined_months, t.withdrawn_months, t.accepted_months))
     union all
     select a.id, 'unconfirmed', a.created_at, t.unconfirmed_months
       from public.applications a
      where a.email_confirmed_at is null and private.is_open(a.status)
        and a.created_at < now() - make_interval(days => 28 * t.unconfirmed_months)
   ) ended
   cross join lateral (
     select ((ended.since at time zone zone) + make_interval(months => ended.months)) at time zone zone as at
   ) due
   where due.at <= now();

-- For schedulers, daily. Erases expired applications, at most 500 a call, and returns their number, zero when none is
-- left. Locked applications wait for the next call, and only one caller works at a time. It also deletes expired requests
-- for mails, counts of attempts, used proofs and removed notes.
create function public.apply_retention() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  expired uuid;
  erased bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('public.apply_retention')) then
    return 0;
  end if;
  perform private.wait_for_erasers();
  delete from private.requested_mails where requested_at < now() - interval '1 day';
  delete from private.spent_proofs where expires_at < now();
  delete from public.application_notes where removed_at < now() - interval '1 day';
  delete from private.rate_counts where ends_at < now();
  for expired in select e.id from private.expired_applications e limit 500 loop
    perform from public.applications a where a.id = expired for update skip locked;
    -- It may have been moved since the list was read.
    if found and exists (select from private.expired_applications e where e.id = expired) then
      erased := erased + private.erase_application(expired, 'retention')::integer;
    end if;
  end loop;
  return erased;
end
$$;

-- For schedules. Deletes up to 500 expired entries and returns their number. Exports of the day before are stopped, and then
-- only known by their entries.
create function public.delete_expired_access_log() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  released integer;
begin
  delete from public.access_log l
   where l.id = any (array(
     select o.id from public.access_log o where o.at < private.access_log_horizon() order by o.at limit 500));
  get diagnostics released = row_count;
  perform private.end_export(x.entry_id, 'export_stopped')
     from private.exports x join public.access_log l on l.id = x.entry_id
    where l.at < clock_timestamp() - interval '1 day';
  delete from private.exports x
   using public.access_log l
   where l.id = x.entry_id and l.at < clock_timestamp() - interval '1 day';
  return released;
end
$$;

grant execute on function public.apply_retention, public.delete_expired_access_log to service_role;
