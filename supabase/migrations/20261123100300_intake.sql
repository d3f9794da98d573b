-- Whether applications are taken. An owner closes them until a day or for good; on the day they open by themselves, for it
-- is compared with the clock whenever it is asked.

create table private.intake (
  only_row boolean not null default true
    constraint intake_pkey primary key
    constraint intake_only_row_check check (only_row),
  is_closed boolean not null default false,
  -- The day (UTC) that begins with applications open again; null: no day is set.
  opens_on date,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Null: changed on the command line.
  changed_by text,
  constraint intake_opens_on_check check (is_closed or opens_on is null)
);

insert into private.intake default values;

revoke all on table private.intake from public, anon, authenticated, service_role;

-- Whether applications are closed at this moment.
create function private.is_closed() returns boolean
language sql stable set search_path = ''
as $$
  select i.is_closed and (i.opens_on is null or i.opens_on > (now() at time zone 'UTC')::date)
    from private.intake i where i.only_row
$$;

-- For anyone: {"closed": boolean, "opens_on": date or null}.
create function public.intake_state() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'closed', private.is_closed(), 'opens_on', case when private.is_closed() then i.opens_on end
  )
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
    else format('Applications are closed until %s.', to_char(intake.opens_on, 'FMMonth FMDD, YYYY'))
  end);
end
$$;

-- Closes applications, until a day or for good (null), or opens them.
create function private.set_intake(closed boolean, opens_on date default null) returns private.intake
language plpgsql security definer set search_path = ''
as $$
declare
  kept private.intake;
begin
  if closed and private.checked_day(set_intake.opens_on) <= (now() at time zone 'UTC')::date then
    raise invalid_parameter_value using message = 'The day on which applications open again must lie ahead.';
  end if;
  update private.intake i
     set is_closed = closed, opens_on = case when closed then set_intake.opens_on end, version = i.version + 1,
         changed_at = clock_timestamp(), changed_by = private.caller_email()
  returning * into kept;
  -- The mailer looks whom to tell.
  perform pg_notify('application_mails', '');
  return kept;
end
$$;

revoke all on function private.is_closed(), public.intake_state(), private.refuse_while_closed(),
  private.set_intake(boolean, date)
  from public, anon, authenticated;
grant execute on function public.intake_state() to anon, authenticated, service_role;
