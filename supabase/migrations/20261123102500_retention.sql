-- How long personal data is kept: by how an application ended, in the months of public.lab_terms.

-- The applications whose time is over, why and since when. Declined, withdrawn and accepted ones count from that move,
-- which the applicant was told of; unconfirmed ones from the day they came. Confirmed ones that wait for the lab stay.
-- Months are calendar months in UTC.
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
        -- No month is shorter: what changed later is not looked at.
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

revoke all on table private.expired_applications from public, anon, authenticated, service_role;

-- For schedulers, daily: erases applications whose time is over, at most 500 a call, and answers how many; zero when none
-- is left. Applications that another transaction holds wait for the next call, and of several callers one works.
-- Takes along what a day has made worthless: questions for mails, counts of attempts, spent proofs, removed notes.
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

revoke all on function public.apply_retention() from public, anon, authenticated;
grant execute on function public.apply_retention() to service_role;
