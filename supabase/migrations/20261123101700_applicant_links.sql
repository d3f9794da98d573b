-- The links to an applicant's page. Each carries a secret of its own, of which the hash is kept; it is made when its mail
-- is claimed, so no queue and no log holds one. With a link one may do all that the page does.

create table private.application_links (
  secret_hash bytea constraint application_links_pkey primary key,
  application_id uuid not null
    constraint application_links_application_id_fkey references public.applications (id) on delete cascade,
  -- The mail that it was made for: another try of it makes another link.
  mail_id uuid not null,
  made_at timestamptz not null default clock_timestamp()
);

revoke all on table private.application_links from public, anon, authenticated, service_role;

create index application_links_application_idx on private.application_links (application_id, made_at);

-- What an applicant asked for and may take back within a minute. A withdrawal stays, as what the page tells from.
create table public.applicant_requests (
  application_id uuid not null
    constraint applicant_requests_application_id_fkey references public.applications (id) on delete cascade,
  kind text not null
    constraint applicant_requests_kind_check check (kind in ('withdraw', 'erase')),
  asked_at timestamptz not null default clock_timestamp(),
  constraint applicant_requests_pkey primary key (application_id, kind)
);

revoke all on table public.applicant_requests from public, anon, authenticated;
grant select on table public.applicant_requests to service_role;

alter table public.applicant_requests enable row level security;

create index applicant_requests_erase_idx on public.applicant_requests (asked_at) where kind = 'erase';

-- A new secret of 244 random bits for an application whose row the caller has locked. Ten links live: the eleventh ends
-- the oldest.
create function private.make_link(of_application uuid, of_mail uuid) returns text
language plpgsql
as $$
declare
  bytes constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  secret constant text := translate(encode(bytes, 'base64'), '+/=', '-_');
begin
  -- The link of a try that did not leave takes no place of one that did.
  delete from private.application_links l where l.application_id = of_application and l.mail_id = of_mail;
  insert into private.application_links (secret_hash, application_id, mail_id)
  values (sha256(convert_to(secret, 'UTF8')), of_application, of_mail);
  delete from private.application_links l
   where l.application_id = of_application and l.secret_hash not in (
     select newest.secret_hash from private.application_links newest
      where newest.application_id = of_application
      order by newest.made_at desc limit 10
   );
  return secret;
end
$$;

-- A new link that has left ends the others: a mail server that is away leaves a way in.
create function private.end_former_links() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  delete from private.application_links l
   where l.application_id = new.application_id and l.made_at < new.claimed_at;
  return null;
end
$$;

create trigger end_former_links
  after update of state on public.application_mails
  for each row when (new.topic = 'new_link' and new.state = 'sent' and old.state <> 'sent')
  execute function private.end_former_links();

-- The application that a link leads to; null for a link that is unknown, has ended, or whose application is erased or
-- has been asked to be for a minute.
create function private.application_of_link(secret text) returns uuid
language sql stable
as $$
  select l.application_id
    from private.application_links l
   where l.secret_hash = sha256(convert_to(secret, 'UTF8'))
     and not exists (
       select from public.applicant_requests r
        where r.application_id = l.application_id and r.kind = 'erase'
          and r.asked_at <= clock_timestamp() - interval '1 minute'
     )
$$;

-- Counts a request for a page and refuses it with 429 when its caller asked twelve times as often as it may apply.
create function private.limit_page_requests() returns void
language plpgsql
as $$
declare
  seconds double precision;
begin
  if not private.is_limited() then
    return;
  end if;
  seconds := private.count_caller('page', private.request_address(), 12);
  if seconds > 0 then
    perform private.refuse(
      429, 'too_many_requests', 'Too many requests came from your network. Please try again in a few minutes.',
      ceil(seconds)::text
    );
  end if;
end
$$;

-- The application that a link leads to, locked; every attempt is counted.
create function private.application_behind(link_secret text) returns public.applications
language plpgsql
as $$
declare
  application public.applications;
begin
  perform private.limit_page_requests();
  select a.* into application
    from public.applications a
   where a.id = private.application_of_link(link_secret)
     for update;
  return application;
end
$$;

-- Puts a mail about the page in the queue.
create function private.queue_applicant_mail(of_application uuid, topic text) returns void
language sql
as $$
  insert into public.application_mails (application_id, kind, topic) values (of_application, 'applicant', topic);
  select pg_notify('application_mails', '');
$$;

-- The day by which an answer is promised.
create function private.answer_by(a public.applications) returns timestamptz
language sql stable set search_path = ''
as $$
  select a.email_confirmed_at + make_interval(hours => 24 * t.answer_days) from public.lab_terms t
$$;

-- A new link to the page, for a claimed mail whose application the caller has locked; none for an address that is not confirmed.
create function private.link_order(mail public.application_mails, a public.applications) returns jsonb
language sql
as $$
  select case
    when a.email_confirmed_at is null then '{}'
    else jsonb_build_object('secret', private.make_link(a.id, mail.id), 'answer_by', private.answer_by(a))
  end
$$;

-- What a claimed mail of the kind 'applicant' holds besides the name and the address; null when it is no longer wanted.
create function private.applicant_order(mail public.application_mails, a public.applications) returns jsonb
language plpgsql
as $$
begin
  if mail.topic = 'corrected' then
    return (
      select jsonb_build_object('topic', mail.topic, 'to', u.email, 'application_id', a.id)
        from auth.users u where u.id = a.assignee and u.email is not null
    );
  elsif a.email_confirmed_at is null or mail.topic in ('withdrawn', 'erasing') and not exists (
    select from public.applicant_requests r
     where r.application_id = a.id and r.kind = case mail.topic when 'withdrawn' then 'withdraw' else 'erase' end
  ) then
    return null;
  end if;
  return jsonb_build_object('topic', mail.topic) || private.link_order(mail, a);
end
$$;

revoke all on function private.make_link(uuid, uuid), private.end_former_links(), private.application_of_link(text), private.limit_page_requests(),
  private.application_behind(text), private.queue_applicant_mail(uuid, text),
  private.link_order(public.application_mails, public.applications),
  private.applicant_order(public.application_mails, public.applications), private.answer_by(public.applications)
  from public, anon, authenticated;
