-- On the floor `intake`.
-- Mails that a visitor asks for by typing an address. The request is stored, processed after the answer and deleted. The
-- function does the same work for every address, so that its answer time reveals nothing. It counts the caller, stores the
-- request, and reports if the mail server was last reachable.

-- Requests for a confirmation mail or the next step that were acknowledged and not looked into yet, whether the address has
-- applied or not.
create table private.requested_mails (
  id bigint generated always as identity constraint requested_mails_pkey primary key,
  email text not null constraint requested_mails_email_check check (char_length(email) <= 1000), -- personal data
  requested_at timestamptz not null default now(),
  topic text not null default 'confirmation'
    constraint requested_mails_topic_check check (topic in ('confirmation', 'next_step'))
);

-- Stores a visitor's request for a confirmation mail. Returns false while the mail server is unavailable, for every
-- address. `client` is the network address of the caller, which gets 429 beyond the limit.
create function public.request_confirmation_mail(email text, client text default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_requests('confirmation_mail', client);
  insert into private.requested_mails (email) values (request_confirmation_mail.email);
  return (select c.breaker_opened_at is null from private.channels c where c.name = 'mail');
end
$$;

-- Queues the mail with the next step of an application whose row the caller has locked, namely the confirmation, the way to
-- take an erasure back, or the page. Nothing is mailed about an archived one, whose address may apply by the form, and none while
-- an owner's erasure can be undone.
create function private.queue_next_step(a public.applications) returns void
language plpgsql
as $$
begin
  if a.archived_at is not null or a.erase_reason = 'owner' then
    return;
  elsif a.email_confirmed_at is null then
    perform private.queue_confirmation_mail(a.id);
  else
    perform private.queue_new_link(a.id, case when private.is_present(a.erasing_at) then 'next_step' else 'erasing' end);
  end if;
end
$$;

-- Processes stored requests. One whose application is locked by another transaction waits for the next run, because
-- waiting for several rows in turn could deadlock.
create function private.queue_requested_mails() returns void
language plpgsql
as $$
declare
  asked record;
  of_application uuid;
  a public.applications;
begin
  for asked in
    select m.id, m.email, m.topic from private.requested_mails m order by m.id limit 1000 for update skip locked
  loop
    select applied.id into of_application
      from public.applications applied
     where case when applied.archived_at is null then private.email_key(applied.email) end
       = private.email_key(private.trimmed(asked.email));
    if of_application is not null then
      select * into a from public.applications applied where applied.id = of_application for update skip locked;
      continue when not found;
      if asked.topic = 'next_step' then
        perform private.queue_next_step(a);
      elsif a.email_confirmed_at is null and a.archived_at is null and private.is_present(a.erasing_at) then
        perform private.queue_confirmation_mail(of_application);
      end if;
    end if;
    delete from private.requested_mails m where m.id = asked.id;
  end loop;
end
$$;

-- For anyone. Stores a request for the next step of the application with this address. Words and time do not depend on the
-- address. Returns {"outcome": "requested" | "invalid"}.
create function public.request_new_link(email text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := private.trimmed(request_new_link.email);
begin
  perform private.limit_requests('new_link');
  if private.is_email(address) is not true then
    return '{"outcome": "invalid"}';
  end if;
  insert into private.requested_mails (email, topic) values (address, 'next_step');
  perform pg_notify('mails', '');
  return '{"outcome": "requested"}';
end
$$;

grant execute on function public.request_confirmation_mail to service_role;
grant execute on function public.request_new_link to anon, authenticated, service_role;
