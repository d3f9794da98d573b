-- Two cares for confirmation mails: nobody may ask for them in floods, and nobody goes without one because their
-- browser died between applying and asking.

drop function public.claim_confirmation_mail(text);

-- By the address in a visitor's request; null when there is nothing to send, whatever the reason. `client` is the
-- network address that asks: twice as often as it may apply, then it hears 429. Each question costs the mail server
-- a connection, also for addresses that never applied.
create function public.claim_confirmation_mail(email text, client text default null) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  brakes private.brakes;
  network text := private.network_of(client);
  seconds double precision;
  of_application uuid;
begin
  if network is not null and current_setting('solostead.limits', true) is distinct from 'off' then
    select * into brakes from private.brakes;
    seconds := private.count_attempt('mail ' || network, 2 * brakes.per_address, brakes.address_window);
    if seconds > 0 then
      perform private.refuse_too_many(seconds);
    end if;
  end if;
  select a.id into of_application
    from public.applications a
   where case when a.archived_at is null then lower(a.email collate "C") end
     = lower(private.trimmed(claim_confirmation_mail.email) collate "C");
  return (
    select private.mail_order(claimed)
      from private.claim_confirmation_mail(of_application) claimed
     where claimed.id is not null
  );
end
$$;

-- Queues the confirmation mail of applicants who never asked for it: two minutes after they applied, and within a day.
create function public.queue_forgotten_mails() returns bigint
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  queued bigint;
begin
  if current_setting('solostead.limits', true) = 'off' then
    return 0;
  end if;
  insert into public.application_mails (application_id, kind)
  select a.id, 'confirmation'
    from public.applications a
   where a.archived_at is null and a.email_confirmed_at is null and a.status = 'submitted'
     and a.created_at between now() - interval '1 day' and now() - interval '2 minutes'
     and a.confirmation_mail = 'none'
   order by a.created_at
   limit 20
     for update skip locked;
  get diagnostics queued = row_count;
  return queued;
end
$$;

revoke all on function public.claim_confirmation_mail(text, text), public.queue_forgotten_mails()
  from public, anon, authenticated;
grant execute on function public.claim_confirmation_mail(text, text), public.queue_forgotten_mails() to service_role;
