-- On the floor `records`.
-- What outlives an erasure, namely the list of the erased applications and accounts, and counts without personal data.
-- *_erasure.sql writes it.

-- The number of erased applications by the reason with which they were declined.
create table private.erased_reasons (
  day date not null,
  reason text not null constraint erased_reasons_reason_fkey references public.decline_reasons (key),
  n bigint not null,
  constraint erased_reasons_pkey primary key (reason, day)
);

-- The erased applications with time and reason, and no more, so that a restored copy can repeat the erasures.
create table private.erasures (
  application_id uuid constraint erasures_pkey primary key,
  erased_at timestamptz not null default clock_timestamp(),
  reason text not null
    constraint erasures_reason_check check (reason in ('owner', 'applicant', 'retention'))
);

create index erasures_erased_at_idx on private.erasures (erased_at);

-- The erased accounts with their time.
create table private.account_erasures (
  user_id uuid constraint account_erasures_pkey primary key,
  erased_at timestamptz not null default clock_timestamp()
);

-- Counts of erased applications without personal data, so that the overview's figures stay the same.
create table private.erased_tally (
  day date not null,
  status text not null,
  confirmed boolean not null,
  source text not null,
  n bigint not null,
  constraint erased_tally_pkey primary key (day, status, confirmed, source)
);

-- The tenths of an hour until erased applications were first looked at and decided.
create table private.erased_times (
  day date not null,
  kind text not null constraint erased_times_kind_check check (kind in ('review', 'decision')),
  tenth integer not null,
  n bigint not null,
  constraint erased_times_pkey primary key (day, kind, tenth)
);

-- The number of erased applications that had reached the interview and the acceptance.
create table private.erased_stages (
  day date not null,
  source text not null,
  stage text not null constraint erased_stages_stage_check check (stage in ('interview', 'accepted')),
  n bigint not null,
  constraint erased_stages_pkey primary key (day, source, stage)
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
create function private.tally_erased(a public.applications, reason text) returns void
language plpgsql
as $$
declare
  on_day constant date := (a.created_at at time zone private.lab_zone())::date;
  counted_source text := a.source;
begin
  if a.source <> 'direct' and (
    select count(*) < 4 from (
      select from public.applications o where o.source = a.source and o.source <> 'direct' and o.id <> a.id limit 4) same
  ) then
    counted_source := 'other';
  end if;
  insert into private.erased_tally as t
  values (on_day, a.status, a.email_confirmed_at is not null, counted_source, 1)
  on conflict on constraint erased_tally_pkey do update set n = t.n + 1;
  insert into private.erased_times as t
  select on_day, times.kind, private.tenths_of_hours(times.at - a.created_at), 1
    from (values ('review', a.first_reviewed_at), ('decision', a.decided_at)) as times (kind, at)
   where times.at is not null
  on conflict on constraint erased_times_pkey do update set n = t.n + 1;
  insert into private.erased_stages as t
  select on_day, counted_source, stages.stage, 1
    from (values ('interview', a.interviewed_at), ('accepted', a.accepted_at)) as stages (stage, at)
   where stages.at is not null
  on conflict on constraint erased_stages_pkey do update set n = t.n + 1;
  insert into private.erased_reasons as t
  select on_day, tally_erased.reason, 1 where tally_erased.reason is not null
  on conflict on constraint erased_reasons_pkey do update set n = t.n + 1;
end
$$;
