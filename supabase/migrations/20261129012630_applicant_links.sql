-- On the floor `intake`.
-- The links to an applicant's page.

-- The links to an applicant's page. Each has a secret, of which only the hash is stored. It is created when its mail is
-- claimed, so no queue and no log contains it. A link allows everything that the page does. Its purpose decides how long it
-- works. `page` is in the mails about the application. `return` was requested, and opening it ends the others. `take_back` is
-- in the mail about an erasure, and no other link ends it.
create table private.application_links (
  secret_hash bytea constraint application_links_pkey primary key,
  application_id uuid not null
    constraint application_links_application_id_fkey references public.applications (id) on delete cascade,
  -- The mail of the link. A retry creates another link.
  mail_id uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  purpose text not null default 'page'
    constraint application_links_purpose_check check (purpose in ('page', 'return', 'take_back'))
);

create index application_links_application_idx on private.application_links (application_id, made_at);

-- Creates a secret of 244 random bits for an application whose row the caller has locked. Ten links are valid, and the
-- eleventh ends the oldest.
create function private.make_link(of_application uuid, of_mail uuid, purpose text default 'page') returns text
language plpgsql
as $$
declare
  bytes constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  secret constant text := translate(encode(bytes, 'base64'), '+/=', '-_');
begin
  -- The link of a try that did not leave takes no place of one that did.
  delete from private.application_links l where l.application_id = of_application and l.mail_id = of_mail;
  insert into private.application_links (secret_hash, application_id, mail_id, purpose)
  values (sha256(convert_to(secret, 'UTF8')), of_application, of_mail, make_link.purpose);
  delete from private.application_links l
   where l.application_id = of_application and l.purpose <> 'take_back' and l.secret_hash not in (
     select newest.secret_hash from private.application_links newest
      where newest.application_id = of_application and newest.purpose <> 'take_back'
      order by newest.made_at desc limit 10
   );
  return secret;
end
$$;

-- A new link that is opened ends the others. Until then they work, because anyone can ask for a new one by address.
create function private.end_former_links(secret text) returns void
language sql
as $$
  delete from private.application_links former
   using private.application_links l
   where l.secret_hash = sha256(convert_to(secret, 'UTF8')) and l.purpose = 'return'
     and former.application_id = l.application_id and former.made_at < l.made_at and former.purpose <> 'take_back'
$$;

-- Returns the application of a link, or null for a link that is unknown or has ended, or whose application is erased, due to
-- be, or being erased by an owner.
create function private.application_of_link(secret text) returns uuid
language sql stable
as $$
  select l.application_id
    from private.application_links l
    join public.applications a on a.id = l.application_id
   where l.secret_hash = sha256(convert_to(secret, 'UTF8'))
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
  insert into private.mails (application_id, kind, topic, due_at)
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
    from private.mails m
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
