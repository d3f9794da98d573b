-- On the floor `review`.
-- Requests of applicants on their page, and the conditions under which they are accepted.

-- Returns the time of an applicant's withdrawal, or null if there is none or it was undone. The history has it.
create function private.withdrawn_at(of_application uuid) returns timestamptz
language sql stable
as $$
  select case e.detail ->> 'action' when 'withdrawn' then e.at end
    from public.application_events e
   where e.application_id = of_application and e.kind = 'applicant'
     and e.detail ->> 'action' in ('withdrawn', 'withdrawal_undone', 'applied_again')
   order by e.id desc limit 1
$$;

-- Returns the status that the applicant was last notified of, by a mail with a move that did not bounce, by a member, by their own
-- withdrawal, or by the confirmation.
create function private.notified_status(of_application uuid, confirmed_at timestamptz, out status text, out since timestamptz)
language plpgsql stable
as $$
declare
  decided_at timestamptz;
  withdrawn_at constant timestamptz := private.withdrawn_at(of_application);
begin
  select told.status, told.at, told.decided_at into status, since, decided_at
    from (
      select m.about as status, m.sent_at as at, m.created_at as decided_at
        from private.messages m
       where m.application_id = of_application and m.kind = 'review' and m.state = 'sent' and m.bounced_at is null
         -- Mails of an earlier round answered that one.
         and m.created_at > (select a.created_at from public.applications a where a.id = of_application)
      union all
      select p.status, p.notified_at, p.notified_at
        from public.application_status_periods p
       where p.application_id = of_application and p.notified_at is not null
         and p.round = (select a.round from public.applications a where a.id = of_application)
    ) told
   order by told.at desc limit 1;
  if withdrawn_at > coalesce(decided_at, '-infinity') then
    status := 'withdrawn';
    since := withdrawn_at;
  elsif status is null then
    status := 'submitted';
    since := confirmed_at;
  end if;
end
$$;

-- A withdrawal can be undone for this time.
create function private.undo_time() returns interval
language sql immutable
as $$ select interval '1 minute' $$;

-- The request that can still be taken back, the erasure first.
create function private.undoable_applicant_request(of_application uuid) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
      'kind', r.kind, 'until', r.until, 'seconds', ceil(extract(epoch from r.until - clock_timestamp())))
    from (
      select 'erase' as kind, a.erasing_at as until from public.applications a where a.id = of_application
      union all
      select 'withdraw', private.withdrawn_at(of_application) + private.undo_time()
    ) r
   where r.until > clock_timestamp()
   order by r.kind limit 1
$$;

-- Returns why an application cannot be changed, 'withdrawn', 'erasing', or 'unknown' for none, or null if it can.
create function private.closed_for_changes(a public.applications) returns text
language sql stable
as $$
  select case
    when a.id is null then 'unknown'
    when not private.is_present(a.erasing_at) then 'erasing'
    when (private.notified_status(a.id, a.email_confirmed_at)).status = 'withdrawn' then 'withdrawn'
  end
$$;

-- Returns how often the applicant did this today, or anything.
create function private.count_applicant_actions(of_application uuid, action text default null) returns bigint
language sql stable
as $$
  select count(*) from public.application_events e
   where e.application_id = of_application and e.kind = 'applicant' and e.at > now() - interval '1 day'
     and (action is null or e.detail ->> 'action' = action)
$$;

-- Returns true if an application was changed forty times today, as many as a person who changes their mind needs, because
-- the history shows the latest 200 in all.
create function private.is_change_limited(of_application uuid) returns boolean
language sql stable
as $$
  select private.count_applicant_actions(of_application) >= 40
$$;
