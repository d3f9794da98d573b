-- On the floor `intake`.
-- The links in mails to applicants.

-- The purpose of a link. `confirm` confirms an application's address until it is corrected, `opening` an address that waits for
-- an opening. The others lead to the applicant's page and allow all that it does. `page` is in the mails about the
-- application. `return` was requested, and opening it ends the others. `take_back` is in the mail about an erasure, and no
-- other link ends it.
create type private.link_purpose as enum ('confirm', 'opening', 'page', 'return', 'take_back');

-- The links, each with a secret of which only the hash is stored. It is created when its mail is claimed, so no queue and no
-- log contains it. A link ends by being deleted.
create table private.applicant_links (
  secret_hash bytea constraint applicant_links_pkey primary key,
  purpose private.link_purpose not null,
  application_id uuid
    constraint applicant_links_application_id_fkey references public.applications (id) on delete cascade,
  opening_request_id uuid
    constraint applicant_links_opening_request_id_fkey references private.opening_requests (id) on delete cascade,
  -- Each try of a mail has another link. All work, because a try that was recorded as failed may have arrived.
  mail_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint applicant_links_purpose_check check (
    num_nonnulls(application_id, opening_request_id) = 1 and (purpose = 'opening') = (opening_request_id is not null))
);

create index applicant_links_application_idx on private.applicant_links (application_id, created_at);
create index applicant_links_opening_idx on private.applicant_links (opening_request_id) where opening_request_id is not null;

create function private.secret_hash(secret text) returns bytea
language sql immutable
as $$
  select sha256(convert_to(secret, 'UTF8'))
$$;

-- Creates a link with a secret of 244 random bits for an application whose row the caller has locked, or for an address that
-- waits for an opening. The links to the page of ten mails are valid, and the eleventh ends those of the oldest.
create function private.make_link(of_subject uuid, of_mail uuid, purpose private.link_purpose default 'page') returns text
language plpgsql
as $$
declare
  bytes constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  secret constant text := translate(encode(bytes, 'base64'), '+/=', '-_');
begin
  insert into private.applicant_links (secret_hash, purpose, application_id, opening_request_id, mail_id)
  values (private.secret_hash(secret), make_link.purpose, case when make_link.purpose <> 'opening' then of_subject end,
          case when make_link.purpose = 'opening' then of_subject end, of_mail);
  if make_link.purpose in ('page', 'return') then
    delete from private.applicant_links l
     where l.application_id = of_subject and l.purpose in ('page', 'return') and l.mail_id not in (
       select newest.mail_id from private.applicant_links newest
        where newest.application_id = of_subject and newest.purpose in ('page', 'return')
        group by newest.mail_id order by max(newest.created_at) desc limit 10
     );
  end if;
  return secret;
end
$$;

-- Returns the application of a link with one of these purposes, or the address that waits for an opening, or null.
create function private.linked(secret text, variadic purposes private.link_purpose[]) returns uuid
language sql stable
as $$
  select coalesce(l.application_id, l.opening_request_id)
    from private.applicant_links l
   where l.secret_hash = private.secret_hash(secret) and l.purpose = any (purposes)
$$;

-- A requested link that is opened ends the others. Until then they work, because anyone can ask for a new one by address.
create function private.end_former_links(secret text) returns void
language sql
as $$
  delete from private.applicant_links former
   using private.applicant_links l
   where l.secret_hash = private.secret_hash(secret) and l.purpose = 'return'
     and former.application_id = l.application_id and former.created_at < l.created_at and former.purpose in ('page', 'return')
$$;

-- Returns the application of a link to the page, or null for a link that is unknown or has ended, or whose application is
-- erased, due to be, or being erased by an owner.
create function private.application_of_link(secret text) returns uuid
language sql stable
as $$
  select a.id
    from public.applications a
   where a.id = private.linked(secret, 'page', 'return', 'take_back')
     and (private.is_present(a.erasing_at) or (a.erase_reason = 'applicant' and a.erasing_at > clock_timestamp()))
$$;

-- Returns the application of a link, locked. Every attempt is counted.
create function private.application_behind(link_secret text) returns public.applications
language plpgsql
as $$
declare
  application public.applications;
begin
  perform private.limit_requests('page');
  select a.* into application
    from public.applications a
   where a.id = private.application_of_link(link_secret)
     for update;
  return application;
end
$$;

-- Puts a mail about the page in the queue.
create function private.queue_applicant_mail(of_application uuid, topic text, due_at timestamptz default now()) returns void
language sql
as $$
  insert into private.messages (application_id, kind, topic, due_at)
  values (of_application, 'applicant', topic, due_at);
  select pg_notify('mails', '');
$$;

-- Puts a requested mail with a link in the queue, once a minute and five times a day, and none while one is held because
-- the address bounces. Returns 'mailed' or 'too_many'.
create function private.queue_new_link(of_application uuid, topic text) returns text
language plpgsql
as $$
declare
  asked integer;
  latest timestamptz;
  is_held boolean;
begin
  select count(*), max(m.created_at), bool_or(m.state = 'held' and m.topic = queue_new_link.topic) into asked, latest, is_held
    from private.messages m
   where m.application_id = of_application and m.topic in ('new_link', 'next_step', queue_new_link.topic)
     and m.state <> 'failed'
     and (m.created_at > now() - interval '1 day' or m.state = 'held');
  if is_held or latest > now() - interval '1 minute' then
    return 'mailed';
  elsif asked >= 5 then
    return 'too_many';
  end if;
  perform private.queue_applicant_mail(of_application, queue_new_link.topic);
  return 'mailed';
end
$$;
