-- On the floor `intake`.
-- Addresses to notify when applications open. Each is confirmed by a mail, notified once, and deleted.

-- For anyone while applications are closed. Stores an address for the opening, with at most one confirmation a minute and
-- five in all. Returns {"outcome": "requested" | "invalid" | "open"}, the same for a known address.
create function public.request_opening_mail(email text) returns jsonb
language plpgsql security definer set search_path = ''
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
    insert into private.opening_requests as r (email) values (private.trimmed(request_opening_mail.email))
    on conflict (private.email_key(email)) do update
      set requested_at = now(), request_count = r.request_count + 1
      where r.confirmed_at is null and r.request_count < 5 and r.requested_at < now() - interval '1 minute'
        and not exists (select from private.messages m where m.opening_request_id = r.id and m.state in ('due', 'sending'))
    returning r.id into of_request;
  exception when check_violation or not_null_violation then
    return '{"outcome": "invalid"}';
  end;
  if of_request is not null then
    insert into private.messages (kind, opening_request_id) values ('opening_confirmation', of_request);
    perform pg_notify('mails', '');
  end if;
  return '{"outcome": "requested"}';
end
$$;

-- Confirms by the secret of the mailed link, idempotent. Once applications are open the address is deleted. Returns {"outcome":
-- "confirmed" | "open" | "unknown"}.
create function public.confirm_opening_request(link_secret text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  asked constant uuid := private.linked(link_secret, 'opening');
  of_request uuid;
begin
  -- Mails before their address, like the record of a delivery (delete_notified_address), because the other order could end
  -- in a deadlock with it.
  perform from private.messages m where m.opening_request_id = asked order by m.id for update;
  select r.id into of_request from private.opening_requests r where r.id = asked for update;
  if of_request is null then
    return '{"outcome": "unknown"}';
  elsif not private.is_closed() then
    delete from private.opening_requests r where r.id = of_request;
    return '{"outcome": "open"}';
  end if;
  update private.opening_requests r set confirmed_at = now() where r.id = of_request and r.confirmed_at is null;
  update private.messages m set state = 'dropped' where m.opening_request_id = of_request and m.state = 'due';
  return '{"outcome": "confirmed"}';
end
$$;

-- Once applications are open, makes the one mail to each confirmed address due, at most 500 a call.
create function private.queue_opening_mails() returns void
language plpgsql set search_path = ''
as $$
begin
  -- Waits for an owner who stops the opening at this moment.
  perform from private.intake i for share;
  if private.is_closed() then
    return;
  end if;
  with to_notify as (
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
  insert into private.messages (kind, opening_request_id) select 'opening', to_notify.id from to_notify;
end
$$;

-- Deletes addresses that were not confirmed in time, and those that waited for a year, at most 500 a call. Returns their
-- number.
create function public.delete_expired_opening_requests() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  deleted bigint;
begin
  delete from private.opening_requests r
   where r.id in (
     select o.id from private.opening_requests o
      where (o.confirmed_at is null and o.requested_at < now() - private.confirmation_period())
         or o.confirmed_at < now() - interval '12 months'
      limit 500
        for update skip locked
   );
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

-- Deletes an address that was notified of the opening, or could not be.
create function private.delete_notified_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.opening_requests r where r.id = new.opening_request_id;
  return null;
end
$$;

create trigger delete_notified_address
  after update of state on private.messages
  for each row when (new.kind = 'opening' and new.state in ('sent', 'failed'))
  execute function private.delete_notified_address();

grant execute on function public.request_opening_mail, public.confirm_opening_request to anon, authenticated, service_role;
grant execute on function public.delete_expired_opening_requests to service_role;
