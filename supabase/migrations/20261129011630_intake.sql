-- On the floor `records`.
-- The intake is open or closed. An owner closes it until a day or indefinitely. It opens automatically on that day, because each
-- query compares it with the clock. *_openings.sql has the mails to those who wait for it.

-- One row with the state of the intake.
create table private.intake (
  only_row boolean not null default true
    constraint intake_pkey primary key
    constraint intake_only_row_check check (only_row),
  is_closed boolean not null default false,
  -- The day in the lab's time zone on which applications open again, or null.
  opens_on date,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Null for a change on the command line.
  changed_by text, -- personal data
  -- The time at which applications open because an owner opened them, until which they can still stop it.
  opens_at timestamptz,
  constraint intake_opens_on_check check (is_closed or opens_on is null),
  constraint intake_opens_at_check check (is_closed or opens_at is null)
);

insert into private.intake default values;

create function private.is_closed() returns boolean
language sql stable set search_path = ''
as $$
  select i.is_closed and (i.opens_on is null or i.opens_on > (now() at time zone private.lab_zone())::date)
      and (i.opens_at is null or i.opens_at > now())
    from private.intake i where i.only_row
$$;

-- For anyone. Returns {"closed": boolean, "opens_on": date or null}, and with a date the "time_zone" of its midnight.
create function public.intake_state() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'closed', private.is_closed(), 'opens_on', case when private.is_closed() then i.opens_on end
  ) || case
    when private.is_closed() and i.opens_on is not null then jsonb_build_object('time_zone', private.lab_zone())
    else '{}'
  end
  from private.intake i
$$;

-- Refuses a visitor's application while there is no intake, with the sentence that the form shows.
create function private.refuse_while_closed() returns void
language plpgsql set search_path = ''
as $$
declare
  intake private.intake;
begin
  select * into intake from private.intake i where i.only_row;
  if not private.is_closed()
    or nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' = 'service_role'
  then
    return;
  end if;
  perform private.refuse(403, 'applications_closed', case
    when intake.opens_on is null then 'Applications are closed.'
    else format('Applications are closed until %s.', to_char(intake.opens_on, 'FMDD FMMonth YYYY'))
  end);
end
$$;

create trigger next_version
  before update on private.intake
  for each row when (old.* is distinct from new.*) execute function private.next_version();

-- Closes applications, until a day or for good (null), or opens them. `opening` is the time at which an opening that has
-- begun ends. Null as `seen_version` is whichever is kept.
create function private.set_intake(
  closed boolean, opens_on text default null, opening timestamptz default null, seen_version integer default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  day date := private.checked_day(opens_on);
begin
  if closed and day <= (now() at time zone private.lab_zone())::date then
    perform private.refuse(400, 'invalid_day', 'The day on which applications open again must be in the future.');
  end if;
  day := case when closed then day end;
  update private.intake i
     set is_closed = closed, opens_on = day, opens_at = opening, version = coalesce(seen_version, i.version),
         changed_at = clock_timestamp(), changed_by = private.caller_email()
   where (i.is_closed, i.opens_on, i.opens_at, i.version)
     is distinct from (closed, day, opening, coalesce(seen_version, i.version));
  -- The mailer looks whom to tell.
  perform pg_notify('mails', '');
end
$$;

-- The addresses that wait for an opening.
create table private.opening_requests (
  id uuid constraint opening_requests_pkey primary key default gen_random_uuid(),
  email text not null -- personal data
    constraint opening_requests_email_check check (private.is_email(email)),
  requested_at timestamptz not null default now(),
  -- The number of requested confirmations, at most five.
  request_count smallint not null default 1,
  confirmed_at timestamptz,
  -- The time its mail about the opening was queued.
  queued_at timestamptz
);

create unique index opening_requests_email_key on private.opening_requests (private.email_key(email));
create index opening_requests_requested_idx on private.opening_requests (requested_at) where confirmed_at is null;

create index opening_requests_pending_idx on private.opening_requests (confirmed_at)
  where confirmed_at is not null and queued_at is null;

-- For readers of the review. Returns the state of applications and the number of waiting addresses.
create function public.review_intake() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  return (
    select jsonb_build_object(
      'closed', private.is_closed(), 'opens_on', case when private.is_closed() then i.opens_on end,
      'time_zone', private.lab_zone(),
      'opens_in_seconds', case when private.is_closed() then ceil(extract(epoch from i.opens_at - now())) end,
      'version', i.version, 'changed_at', i.changed_at, 'changed_by', i.changed_by,
      'waiting', (select count(*) from private.opening_requests r where r.confirmed_at is not null)
    )
    from private.intake i
  );
end
$$;

-- For owners. Closes applications, until a day or indefinitely, or opens them. Where addresses wait to be notified, they open
-- after half a minute, and nothing is mailed or deleted before. Returns review_intake().
create function public.review_intake_save(seen_version integer, closed boolean, opens_on text default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept private.intake;
begin
  perform private.demand('owner');
  if closed is null then
    perform private.refuse(400, 'invalid_value', 'State if applications are closed, true or false.');
  end if;
  select * into kept from private.intake for update;
  if not closed and private.is_closed() and exists (
    select from private.opening_requests r where r.confirmed_at is not null
  ) then
    perform private.set_intake(
      true, to_char(kept.opens_on, 'YYYY-MM-DD'), now() + private.stop_time(), coalesce(seen_version, 0));
  else
    perform private.set_intake(closed, opens_on, null, coalesce(seen_version, 0));
  end if;
  return public.review_intake();
end
$$;

-- For owners. Stops an opening that has begun. Returns review_intake().
create function public.review_opening_stop(seen_version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept private.intake;
begin
  perform private.demand('owner');
  select * into kept from private.intake for update;
  if kept.opens_at is null or kept.opens_at <= clock_timestamp() then
    perform private.refuse(422, 'nothing_to_stop', case
      when private.is_closed() then 'There is no opening to stop.' else 'Applications are open already.'
    end);
  end if;
  perform private.set_intake(true, to_char(kept.opens_on, 'YYYY-MM-DD'), null, coalesce(seen_version, 0));
  return public.review_intake();
end
$$;

create trigger log_intake
  after update on private.intake
  for each row execute function private.log_settings('settings_changed');

grant execute on function public.intake_state to anon, authenticated, service_role;
grant execute on function public.review_intake, public.review_intake_save, public.review_opening_stop to authenticated;
