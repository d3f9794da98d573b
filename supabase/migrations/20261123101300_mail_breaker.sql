-- A circuit breaker around the mail server: while it cannot be reached, one mail at a time is a trial.

-- Closed while opened_at is null. Only a failure that no recipient can cause opens it (no connection, TLS, AUTH, MAIL
-- FROM); what the mail server says to a recipient closes it, for then it can be reached.
create table private.mail_breaker (
  only_row boolean not null default true
    constraint mail_breaker_pkey primary key
    constraint mail_breaker_only_row_check check (only_row),
  opened_at timestamptz,
  -- How many mails have tried in vain since it opened, and when the next one may.
  trials integer not null default 0,
  next_trial_at timestamptz,
  reason text constraint mail_breaker_reason_check check (char_length(reason) <= 500),
  constraint mail_breaker_open_check check ((opened_at is null) = (next_trial_at is null))
);
insert into private.mail_breaker default values;

revoke all on table private.mail_breaker from public, anon, authenticated, service_role;

-- Closes the breaker and tells the mailer that mails may leave.
create function private.close_mail_breaker() returns void
language plpgsql set search_path = ''
as $$
begin
  update private.mail_breaker
     set opened_at = null, next_trial_at = null, trials = 0, reason = null
   where opened_at is not null;
  if found then
    perform pg_notify('application_mails', '');
  end if;
end
$$;

-- Opens the breaker for 15 seconds; each trial in vain doubles the pause before the next, up to five minutes. A
-- mail that was claimed before it opened is no trial.
create function private.open_mail_breaker(why text, claimed timestamptz) returns void
language sql set search_path = ''
as $$
  update private.mail_breaker b
     set opened_at = coalesce(b.opened_at, now()),
         trials = case when b.opened_at is null then 0 else b.trials + 1 end,
         next_trial_at = now() + case when b.opened_at is null then interval '15 seconds'
           else least(interval '15 seconds' * 2 ^ least(b.trials + 1, 5), interval '5 minutes') end,
         reason = left(why, 500)
   where b.opened_at is null or claimed > b.opened_at
$$;

-- For operators and their alarms: since when the mail server has not taken mails, and why; nulls while it does.
create function public.mail_server_state() returns table (down_since timestamptz, next_trial_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select b.opened_at, b.next_trial_at, b.reason from private.mail_breaker b
$$;

revoke all on function private.close_mail_breaker(), private.open_mail_breaker(text, timestamptz),
  public.mail_server_state()
  from public, anon, authenticated;
grant execute on function public.mail_server_state() to service_role;
