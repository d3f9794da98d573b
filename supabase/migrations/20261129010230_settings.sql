-- On the floor `ground`.
-- The lab's settings, each in one row. They are its promises to applicants and the times at which mails leave.

-- The lab's promises to applicants, in one row that anyone may read. The pages, the mails, the review's clock and the
-- deletion jobs use it.
create table public.lab_terms (
  only_row boolean primary key default true constraint lab_terms_only_row_check check (only_row),
  -- Days from the confirmed e-mail to the lab's answer.
  answer_days integer not null default 10
    constraint lab_terms_answer_days_check check (answer_days between 1 and 365),
  -- Months that an application is kept, by how it ended.
  unconfirmed_months integer not null default 1
    constraint lab_terms_unconfirmed_months_check check (unconfirmed_months between 1 and 120),
  declined_months integer not null default 6
    constraint lab_terms_declined_months_check check (declined_months between 1 and 120),
  withdrawn_months integer not null default 1
    constraint lab_terms_withdrawn_months_check check (withdrawn_months between 1 and 120),
  accepted_months integer not null default 24
    constraint lab_terms_accepted_months_check check (accepted_months between 1 and 120),
  -- Months after which a declined applicant may apply again, while the declined application is still there to do it.
  reapply_months integer not null default 3
    constraint lab_terms_reapply_months_check check (reapply_months between 1 and 120),
  constraint lab_terms_reapply_before_erased_check check (reapply_months < declined_months),
  -- Months that the log of who opened, exported and changed what is kept.
  access_log_months integer not null default 12
    constraint lab_terms_access_log_months_check check (access_log_months between 1 and 120),
  -- True if the pages show how the promise to answer was kept (*_promise.sql).
  publishes_figures boolean not null default false,
  version integer not null default 1
);

grant select on table public.lab_terms to anon, authenticated;
grant select, update on table public.lab_terms to service_role;

alter table public.lab_terms enable row level security;

insert into public.lab_terms default values;

create policy "anyone may read the terms" on public.lab_terms
  for select to anon, authenticated
  using (true);

-- Returns the promised time between confirmation and answer.
create function private.answer_time() returns interval
language sql stable set search_path = ''
as $$
  select make_interval(hours => 24 * t.answer_days) from public.lab_terms t
$$;

-- Changes of the lab's terms by owners. The pages contain the terms too and are built in advance. `npm run solostead --
-- doctor` and `npm run check:launch` refuse pages that differ.
create table public.lab_terms_changes (
  id bigint generated always as identity constraint lab_terms_changes_pkey primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null for a change in the database itself.
  actor_email text, -- personal data
  before jsonb not null,
  after jsonb not null
);

grant select on table public.lab_terms_changes to authenticated, service_role;

alter table public.lab_terms_changes enable row level security;

create policy "admins read the changes of the terms" on public.lab_terms_changes
  for select to authenticated
  using ((select public.is_admin()));

create trigger next_version
  before update on public.lab_terms
  for each row when (old.* is distinct from new.*) execute function private.next_version();

create function private.record_terms_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.lab_terms_changes (actor_email, before, after)
  values (
    private.caller_email(), to_jsonb(old) - array['only_row', 'version'], to_jsonb(new) - array['only_row', 'version']
  );
  return null;
end
$$;

create trigger record_terms_change
  after update on public.lab_terms
  for each row when (old.* is distinct from new.*) execute function private.record_terms_change();

-- For owners. Saves the terms and returns the row. Without `publishes_figures` that stays unchanged.
create function public.review_terms_save(
  seen_version integer, answer_days integer, unconfirmed_months integer, declined_months integer, withdrawn_months integer,
  accepted_months integer, reapply_months integer, access_log_months integer, publishes_figures boolean default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  saved jsonb;
  broken text;
begin
  perform private.demand('owner');
  update public.lab_terms t
     set (version, answer_days, unconfirmed_months, declined_months, withdrawn_months, accepted_months, reapply_months,
          access_log_months, publishes_figures)
       = (seen_version, answer_days, unconfirmed_months, declined_months, withdrawn_months, accepted_months,
          reapply_months, access_log_months, coalesce(publishes_figures, t.publishes_figures))
  returning to_jsonb(t) into saved;
  return saved;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  perform private.refuse(400, 'invalid_terms', case broken
    when 'lab_terms_reapply_before_erased_check'
      then 'A declined application must be kept longer than its sender waits to apply again.'
    else 'The days until an answer are 1 to 365, and all months 1 to 120.'
  end);
end
$$;

-- The lab's time zone and the default delay of its mails.
create table public.lab_settings (
  only_row boolean default true
    constraint lab_settings_pkey primary key
    constraint lab_settings_only_row_check check (only_row),
  -- A name of the IANA database. Closing dates, the numbers, mornings and reminders go by its days.
  time_zone text not null default 'UTC'
    constraint lab_settings_time_zone_check check (char_length(time_zone) between 1 and 100),
  -- The default delay, half a minute, or until the next day at nine.
  delay text not null default 'soon'
    constraint lab_settings_delay_check check (delay in ('soon', 'morning')),
  version integer not null default 1
);

grant select on table public.lab_settings to authenticated;
grant select, update on table public.lab_settings to service_role;

alter table public.lab_settings enable row level security;

insert into public.lab_settings default values;

create policy "admins read when mails leave" on public.lab_settings
  for select to authenticated
  using ((select public.is_admin()));

-- Mails that a member causes leave after this time, so that they can be stopped.
create function private.stop_time() returns interval
language sql immutable
as $$ select interval '30 seconds' $$;

create function private.lab_zone() returns text
language sql stable set search_path = ''
as $$ select s.time_zone from public.lab_settings s $$;

-- Returns a moment in ISO 8601 with the offset of the lab's time zone, so that its first ten characters are the lab's day.
create function private.lab_time(moment timestamptz) returns text
language sql stable set search_path = ''
as $$
  select to_char(l.clock, 'YYYY-MM-DD"T"HH24:MI:SS.US')
         || case when l.ahead < '0' then '-' || to_char(-l.ahead, 'HH24:MI') else '+' || to_char(l.ahead, 'HH24:MI') end
    from (
      select moment at time zone z.zone as clock, (moment at time zone z.zone) - (moment at time zone 'UTC') as ahead
        from (select private.lab_zone() as zone) z
    ) l
$$;

create trigger next_version
  before update on public.lab_settings
  for each row when (old.* is distinct from new.*) execute function private.next_version();

-- For owners. Saves the lab's time zone and the default delay of mails, and returns the row.
create function public.review_lab_settings_save(seen_version integer, time_zone text, delay text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  saved jsonb;
begin
  perform private.demand('owner');
  perform private.checked_zone(coalesce(time_zone, ''));
  if delay is null or delay not in ('soon', 'morning') then
    perform private.refuse(400, 'invalid_value', 'Emails leave soon or in the morning.');
  end if;
  update public.lab_settings s
     set (version, time_zone, delay) = (seen_version, time_zone, delay)
  returning to_jsonb(s) into saved;
  return saved;
end
$$;

grant execute on function public.review_terms_save, public.review_lab_settings_save to authenticated;
