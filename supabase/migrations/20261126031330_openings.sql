-- Addresses to notify when applications open. Each is confirmed by a mail, notified once, and deleted.

create table private.opening_requests (
  -- Also the id in the confirmation's link, random and known only to the mail's reader.
  id uuid constraint opening_requests_pkey primary key default gen_random_uuid(),
  email text not null
    constraint opening_requests_email_check check (private.is_email(email)),
  asked_at timestamptz not null default now(),
  -- The number of requested confirmations, at most five.
  asked_times smallint not null default 1,
  confirmed_at timestamptz,
  -- The time its mail about the opening was queued.
  queued_at timestamptz
);

create unique index opening_requests_email_key on private.opening_requests (private.email_key(email));
create index opening_requests_asked_idx on private.opening_requests (asked_at) where confirmed_at is null;
create index opening_requests_untold_idx on private.opening_requests (confirmed_at)
  where confirmed_at is not null and queued_at is null;

alter table private.mails
  add constraint mails_opening_request_id_fkey
    foreign key (opening_request_id) references private.opening_requests (id) on delete cascade;

-- For anyone while applications are closed. Stores an address for the opening, with at most one confirmation a minute and
-- five in all. Returns {"outcome": "asked" | "invalid" | "open"}, the same for a known address.
create function public.ask_for_opening(email text) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  of_request uuid;
begin
  perform private.limit_requests('opening');
  if not private.is_closed() then
    return '{"outcome": "open"}';
  end if;
  begin
    insert into private.opening_requests as r (email) values (private.trimmed(ask_for_opening.email))
    on conflict (private.email_key(email)) do update
      set asked_at = now(), asked_times = r.asked_times + 1
      where r.confirmed_at is null and r.asked_times < 5 and r.asked_at < now() - interval '1 minute'
        and not exists (select from private.mails m where m.opening_request_id = r.id and m.state in ('due', 'sending'))
    returning r.id into of_request;
  exception when check_violation or not_null_violation then
    return '{"outcome": "invalid"}';
  end;
  if of_request is not null then
    insert into private.mails (kind, opening_request_id) values ('opening_confirmation', of_request);
    perform pg_notify('mails', '');
  end if;
  return '{"outcome": "asked"}';
end
$$;

-- Confirms by the link in that mail, idempotent. Once applications are open the address is deleted. Returns {"outcome":
-- "confirmed" | "open" | "unknown"}.
create function public.confirm_opening_request(request text) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  asked constant uuid := case
    when request ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then request::uuid
  end;
  of_request uuid;
begin
  -- Mails before their address, like the record of a delivery (forget_notified_address), because the other order could end
  -- in a deadlock with it.
  perform from private.mails m where m.opening_request_id = asked order by m.id for update;
  select r.id into of_request from private.opening_requests r where r.id = asked for update;
  if of_request is null then
    return '{"outcome": "unknown"}';
  elsif not private.is_closed() then
    delete from private.opening_requests r where r.id = of_request;
    return '{"outcome": "open"}';
  end if;
  update private.opening_requests r set confirmed_at = now() where r.id = of_request and r.confirmed_at is null;
  update private.mails m set state = 'dropped' where m.opening_request_id = of_request and m.state = 'due';
  return '{"outcome": "confirmed"}';
end
$$;

-- Once applications are open, makes the one mail to each confirmed address due, at most 500 a call.
create function private.queue_opening_mails() returns void
language plpgsql set search_path = '' set jit = off
as $$
begin
  -- Waits for an owner who stops the opening at this moment.
  perform from private.intake i for share;
  if private.is_closed() then
    return;
  end if;
  with untold as (
    update private.opening_requests r
       set queued_at = now()
     where r.id in (
       select u.id from private.opening_requests u
        where u.confirmed_at is not null and u.queued_at is null
        order by u.confirmed_at
        limit 500
          for update skip locked
     )
    returning r.id
  )
  insert into private.mails (kind, opening_request_id) select 'opening', untold.id from untold;
end
$$;

-- Deletes addresses that stayed unconfirmed for seven days, and those that waited for a year, at most 500 a call. Returns
-- their number.
create function public.forget_opening_requests() returns bigint
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  forgotten bigint;
begin
  delete from private.opening_requests r
   where r.id in (
     select o.id from private.opening_requests o
      where (o.confirmed_at is null and o.asked_at < now() - interval '7 days')
         or o.confirmed_at < now() - interval '12 months'
      limit 500
        for update skip locked
   );
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

-- Returns the content of a claimed mail about an opening.
create function private.opening_order(mail private.mails) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('email', r.email, 'request', r.id)
    from private.opening_requests r where r.id = mail.opening_request_id
$$;

-- Deletes an address that was notified of the opening, or could not be.
create function private.forget_notified_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.opening_requests r where r.id = new.opening_request_id;
  return null;
end
$$;

create trigger forget_notified_address
  after update of state on private.mails
  for each row when (new.kind = 'opening' and new.state in ('sent', 'failed'))
  execute function private.forget_notified_address();

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
      'opens_in', case when private.is_closed() then ceil(extract(epoch from i.opens_at - now())) end,
      'version', i.version, 'changed_at', i.changed_at, 'changed_by', i.changed_by,
      'waiting', (select count(*) from private.opening_requests r where r.confirmed_at is not null)
    )
    from private.intake i
  );
end
$$;

-- Locks the intake for an owner. A writer who saw another version is refused with the present state.
create function private.intake_to_change(seen_version integer) returns private.intake
language plpgsql set search_path = ''
as $$
declare
  kept private.intake;
begin
  perform private.demand('owner');
  select * into kept from private.intake for update;
  if kept.version is distinct from seen_version then
    perform private.refuse_conflict('Someone else changed this since you opened it.', public.review_intake());
  end if;
  return kept;
end
$$;

-- For owners. Closes applications, until a day or indefinitely, or opens them. Where addresses wait to be notified, they open
-- after half a minute, and nothing is mailed or deleted before. Returns review_intake(). A writer who saw another version is
-- refused with the present state.
create function public.review_intake_save(seen_version integer, closed boolean, opens_on text default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if closed is null then
    raise invalid_parameter_value using message = 'Say whether applications are closed.';
  end if;
  perform private.intake_to_change(seen_version);
  if not closed and private.is_closed() and exists (
    select from private.opening_requests r where r.confirmed_at is not null
  ) then
    update private.intake i
       set opens_at = now() + interval '30 seconds', version = i.version + 1, changed_at = clock_timestamp(),
           changed_by = private.caller_email();
  else
    perform private.set_intake(closed, opens_on);
  end if;
  return public.review_intake();
end
$$;

-- For owners. Stops an opening that has begun. Returns review_intake().
create function public.review_intake_stop(seen_version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant private.intake := private.intake_to_change(seen_version);
begin
  if kept.opens_at is null or kept.opens_at <= clock_timestamp() then
    raise sqlstate 'PT422' using message = case
      when private.is_closed() then 'There is no opening to stop.' else 'Applications are open already.'
    end;
  end if;
  perform private.set_intake(true, to_char(kept.opens_on, 'YYYY-MM-DD'));
  return public.review_intake();
end
$$;

revoke all on function public.ask_for_opening, public.confirm_opening_request, public.forget_opening_requests,
  public.review_intake, public.review_intake_save, public.review_intake_stop from public, anon, authenticated;
grant execute on function public.ask_for_opening, public.confirm_opening_request to anon, authenticated, service_role;
grant execute on function public.forget_opening_requests to service_role;
grant execute on function public.review_intake, public.review_intake_save, public.review_intake_stop to authenticated;
