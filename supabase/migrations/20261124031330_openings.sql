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
  -- The mail that is due or being sent, or null.
  kind text
    constraint opening_requests_kind_check check (kind in ('opening_confirmation', 'opening')),
  due_at timestamptz,
  claimed_at timestamptz,
  attempts smallint not null default 0,
  last_error text constraint opening_requests_last_error_check check (char_length(last_error) <= 500),
  -- Since when the mail server has put off a mail to this address.
  put_off_since timestamptz,
  constraint opening_requests_mail_check check ((kind is null) = (due_at is null))
);

create unique index opening_requests_email_key on private.opening_requests (private.email_key(email));
create index opening_requests_due_idx on private.opening_requests (due_at) where due_at is not null;
create index opening_requests_asked_idx on private.opening_requests (asked_at) where confirmed_at is null;
create index opening_requests_untold_idx on private.opening_requests (confirmed_at)
  where confirmed_at is not null and kind is null;

-- Refuses another address with 429 when as many as may were left in the last hour, by all callers together.
create function private.limit_openings() returns void
language plpgsql set search_path = '' set jit = off
as $$
begin
  if private.is_limited() and exists (
    select from private.opening_requests r
     where r.confirmed_at is null and r.asked_at > now() - interval '1 hour'
    offset (select b.openings_per_hour - 1 from private.brakes b)
  ) then
    perform private.refuse(
      429, 'too_many_requests', 'Too many addresses were left in the last hour. Please try again in an hour.', '3600');
  end if;
end
$$;

-- For anyone while applications are closed. Stores an address for the opening, with at most one confirmation a minute and
-- five in all. Returns {"outcome": "asked" | "invalid" | "open"}, the same for a known address.
create function public.ask_for_opening(email text) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
begin
  perform private.limit_requests('mail', 2);
  if not private.is_closed() then
    return '{"outcome": "open"}';
  end if;
  perform private.limit_openings();
  begin
    insert into private.opening_requests as r (email, kind, due_at)
    values (private.trimmed(ask_for_opening.email), 'opening_confirmation', now())
    on conflict (private.email_key(email)) do update
      set kind = 'opening_confirmation', due_at = now(), claimed_at = null, attempts = 0, asked_at = now(),
          asked_times = r.asked_times + 1
      where r.confirmed_at is null and r.kind is null and r.asked_times < 5
        and r.asked_at < now() - interval '1 minute';
  exception when check_violation or not_null_violation then
    return '{"outcome": "invalid"}';
  end;
  perform pg_notify('application_mails', '');
  return '{"outcome": "asked"}';
end
$$;

-- Confirms by the link in that mail, idempotent. Once applications are open the address is deleted. Returns {"outcome":
-- "confirmed" | "open" | "unknown"}.
create function public.confirm_opening_request(request text) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  of_request uuid;
begin
  select r.id into of_request
    from private.opening_requests r
   where r.id = case
     when request ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then request::uuid
   end
     for update;
  if of_request is null then
    return '{"outcome": "unknown"}';
  elsif not private.is_closed() then
    delete from private.opening_requests r where r.id = of_request;
    return '{"outcome": "open"}';
  end if;
  update private.opening_requests r
     set confirmed_at = now(), kind = null, due_at = null, claimed_at = null, attempts = 0
   where r.id = of_request and r.confirmed_at is null;
  return '{"outcome": "confirmed"}';
end
$$;

-- Once applications are open, makes the one mail to each confirmed address due, at most 500 a call.
create function private.queue_opening_mails() returns void
language plpgsql set search_path = '' set jit = off
as $$
begin
  if private.is_closed() then
    return;
  end if;
  update private.opening_requests r
     set kind = 'opening', due_at = now()
   where r.id in (
     select u.id from private.opening_requests u
      where u.confirmed_at is not null and u.kind is null
      order by u.confirmed_at
      limit 500
        for update skip locked
   );
end
$$;

-- Deletes addresses that stayed unconfirmed for seven days, and those whose mail was started four times without an end, at
-- most 500 a call. Returns their number.
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
         or (o.due_at is null and o.confirmed_at < now() - interval '12 months')
         or (o.due_at is not null and o.attempts >= 4 and o.claimed_at < now() - interval '2 minutes')
      limit 500
        for update skip locked
   );
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

-- Claims due mails about an opening, each for one caller only, like those about applications. It claims none while the
-- breaker is open, and none that announces an opening while applications are closed.
create function private.claim_opening_mails(batch integer) returns jsonb
language plpgsql set search_path = '' set jit = off
as $$
declare
  is_closed constant boolean := private.is_closed();
  orders jsonb;
begin
  if exists (select from private.mail_breaker b where b.opened_at is not null) then
    return '[]';
  end if;
  with due as (
    select r.id from private.opening_requests r
     where r.due_at <= now() and r.attempts < 4
       and (r.claimed_at is null or r.claimed_at < now() - interval '2 minutes')
       and not (r.kind = 'opening' and is_closed)
     order by r.due_at
     limit batch
       for update skip locked
  ),
  claimed as (
    update private.opening_requests r
       set claimed_at = now(), attempts = r.attempts + 1
      from due
     where r.id = due.id
    -- The key of the Message-ID is the same at every try of a mail, and another for the next mail to the address.
    returning r.id, r.kind, r.email, private.message_key(concat_ws(' ', r.id, r.kind, r.asked_times)) as message_key
  )
  select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') into orders from claimed;
  return orders;
end
$$;

-- Records the result of a claimed mail about an opening, like finish_mail. Returns the time of its claim, or null. An
-- address that was notified, or could not be, is deleted.
create function private.finish_opening_mail(mail_id uuid, failure text, is_outage boolean) returns timestamptz
language plpgsql set search_path = '' set jit = off
as $$
declare
  request private.opening_requests;
  pause interval;
begin
  select * into request from private.opening_requests r
   where r.id = mail_id and r.kind is not null and r.claimed_at is not null
     for update;
  pause := case
    when is_outage then interval '0'
    when failure is not null then private.retry_pause(request.attempts)
  end;
  if pause is not null then
    update private.opening_requests r
       set claimed_at = null, attempts = request.attempts - is_outage::integer, last_error = left(failure, 500),
           due_at = now() + pause
     where r.id = request.id;
  elsif request.kind = 'opening' then
    delete from private.opening_requests r where r.id = request.id;
  else
    update private.opening_requests r
       set kind = null, due_at = null, claimed_at = null, attempts = 0, last_error = left(failure, 500)
     where r.id = request.id;
  end if;
  return request.claimed_at;
end
$$;

-- Returns the seconds until the next work on these mails, zero or less when it is due, null when none waits.
create function private.seconds_to_next_opening_mail() returns double precision
language sql stable set search_path = '' set jit = off
as $$
  select extract(epoch from greatest(
    (select min(coalesce(r.claimed_at + interval '2 minutes', r.due_at)) from private.opening_requests r
      where r.due_at is not null and r.attempts < 4 and not (r.kind = 'opening' and private.is_closed())),
    (select b.next_trial_at from private.mail_breaker b)
  ) - now())
  where exists (select from private.opening_requests r where r.due_at is not null)
$$;

-- For readers of the review. Returns the state of applications and the number of waiting addresses.
create function public.review_intake() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  return (
    select jsonb_build_object(
      'closed', private.is_closed(), 'opens_on', case when private.is_closed() then i.opens_on end,
      'version', i.version, 'changed_at', i.changed_at, 'changed_by', i.changed_by,
      'waiting', (select count(*) from private.opening_requests r where r.confirmed_at is not null)
    )
    from private.intake i
  );
end
$$;

-- For owners. Closes applications, until a day or indefinitely, or opens them. Returns review_intake(). A writer who saw
-- another version is refused with the present state.
create function public.review_intake_save(seen_version integer, closed boolean, opens_on date default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept private.intake;
begin
  perform private.demand('owner');
  if closed is null then
    raise invalid_parameter_value using message = 'Say whether applications are closed.';
  end if;
  select * into kept from private.intake for update;
  if kept.version is distinct from seen_version then
    perform private.refuse_conflict('Someone else changed this since you opened it.', public.review_intake());
  end if;
  perform private.set_intake(closed, opens_on);
  return public.review_intake();
end
$$;

revoke all on function public.ask_for_opening, public.confirm_opening_request, public.forget_opening_requests,
  public.review_intake, public.review_intake_save from public, anon, authenticated;
grant execute on function public.ask_for_opening, public.confirm_opening_request to anon, authenticated, service_role;
grant execute on function public.forget_opening_requests to service_role;
grant execute on function public.review_intake, public.review_intake_save to authenticated;
