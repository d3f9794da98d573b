-- On the floor `records`.
-- Facts that outlive an erasure, namely the list of the erased applications and accounts, and counts without personal data.
-- *_erasure.sql writes it.

-- The erased applications and accounts, and no more of them, so that a restored copy can repeat the erasures.
create table private.erasures (
  id uuid constraint erasures_pkey primary key,
  kind text not null constraint erasures_kind_check check (kind in ('application', 'account')),
  erased_at timestamptz not null default clock_timestamp(),
  -- Of an application.
  reason text,
  constraint erasures_reason_check check (
    case kind when 'application' then coalesce(reason, '') in ('owner', 'applicant', 'retention') else reason is null end)
);

create index erasures_erased_at_idx on private.erasures (erased_at);

-- Shares of erased applications and ended rounds in the overview, so that its figures stay the same. A row
-- connects no two facts of a person. Days are of the lab's time zone.
create table private.erased_facts (
  day date not null,
  fact text not null constraint erased_facts_fact_check
    check (fact in ('received', 'reviewed', 'decided', 'interviewed', 'accepted', 'declined')),
  -- Of 'received'.
  status text,
  confirmed boolean,
  -- Of 'received', 'interviewed' and 'accepted'.
  source text,
  -- Of 'reviewed' and 'decided', the time that it took, in units of six minutes.
  tenths_of_hours integer,
  -- Of 'declined'.
  reason text constraint erased_facts_reason_fkey references public.decline_reasons (key),
  -- The number of applications and rounds that this row counts.
  applications bigint not null,
  constraint erased_facts_key unique nulls not distinct (day, fact, status, confirmed, source, tenths_of_hours, reason)
);

-- Makes erasures wait for each other before they lock a row, because different lock orders on the same persons' rows or
-- counts would deadlock. Lasts until the end of the transaction.
create function private.wait_for_erasers() returns void
language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtext('private.erasures')) $$;

-- A time that something took as the overview counts it. PostgreSQL writes the body into the query.
create function private.tenths_of_hours(took interval) returns integer
language sql immutable parallel safe
as $$ select (date_part('epoch', took) / 360)::integer $$;

-- Counts one application that was erased, or one of its rounds that ended. A source that fewer than five came from could
-- point at the person, so it is counted as 'other'. `reason` is that of its decline. The caller has waited for the other erasers.
create function private.count_erased(a public.applications, reason text) returns void
language sql set search_path = ''
as $$
  insert into private.erased_facts as f (day, fact, status, confirmed, source, tenths_of_hours, reason, applications)
  select (a.created_at at time zone private.lab_zone())::date, fact.fact, fact.status, fact.confirmed, fact.source, fact.tenths_of_hours,
         fact.reason, 1
    from (
      select case when a.source = 'direct' or count(*) = 4 then a.source else 'other' end as name
        from (
          select from public.applications o where o.source = a.source and o.source <> 'direct' and o.id <> a.id limit 4) same
    ) source
   cross join lateral (
      values ('received', a.status, a.email_confirmed_at is not null, source.name, null::integer, null, true),
             ('reviewed', null, null, null, private.tenths_of_hours(a.first_reviewed_at - a.created_at), null, a.first_reviewed_at is not null),
             ('decided', null, null, null, private.tenths_of_hours(a.decided_at - a.created_at), null, a.decided_at is not null),
             ('interviewed', null, null, source.name, null, null, a.interviewed_at is not null),
             ('accepted', null, null, source.name, null, null, a.accepted_at is not null),
             ('declined', null, null, null, null, count_erased.reason, count_erased.reason is not null)
   ) fact (fact, status, confirmed, source, tenths_of_hours, reason, is_so)
   where fact.is_so
  on conflict on constraint erased_facts_key do update set applications = f.applications + 1
$$;
