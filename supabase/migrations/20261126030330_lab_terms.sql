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
  version integer not null default 1
);

revoke all on table public.lab_terms from public, anon, authenticated;
grant select on table public.lab_terms to anon, authenticated;
grant select, update on table public.lab_terms to service_role;

alter table public.lab_terms enable row level security;

create policy "anyone may read the terms" on public.lab_terms
  for select to anon, authenticated
  using (true);

insert into public.lab_terms default values;

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
  actor_email text,
  before jsonb not null,
  after jsonb not null
);

revoke all on table public.lab_terms_changes from public, anon, authenticated;
revoke all on sequence public.lab_terms_changes_id_seq from public, anon, authenticated;
grant select on table public.lab_terms_changes to authenticated, service_role;

alter table public.lab_terms_changes enable row level security;

create policy "admins read the changes of the terms" on public.lab_terms_changes
  for select to authenticated
  using ((select public.is_admin()));

-- Every change is a version and a line of history, whichever way it comes.
create function private.record_terms_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.version := old.version + 1;
  insert into public.lab_terms_changes (actor_email, before, after)
  values (
    private.caller_email(), to_jsonb(old) - array['only_row', 'version'], to_jsonb(new) - array['only_row', 'version']
  );
  return new;
end
$$;

create trigger record_terms_change
  before update on public.lab_terms
  for each row when (old.* is distinct from new.*)
  execute function private.record_terms_change();

-- For owners. Changes the terms named in `terms`, whole numbers by the columns' names, and returns the row. A writer who
-- saw another version is refused with the present one.
create function public.review_terms_save(seen_version integer, terms jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept public.lab_terms;
  term record;
  most integer;
begin
  perform private.demand('owner');
  if jsonb_typeof(terms) is distinct from 'object' then
    raise invalid_parameter_value using message = 'Terms are a JSON object.';
  end if;
  select * into kept from public.lab_terms for update;
  if kept.version is distinct from seen_version then
    perform private.refuse_conflict('Someone else changed the terms since you opened them.', to_jsonb(kept));
  end if;
  for term in select key, value from jsonb_each(terms) loop
    if term.key in ('only_row', 'version') or not to_jsonb(kept) ? term.key then
      raise invalid_parameter_value using message = format('There is no term "%s".', term.key);
    end if;
    most := case when term.key = 'answer_days' then 365 else 120 end;
    if term.value::text !~ '^[1-9][0-9]{0,2}$' or term.value::text::integer > most then
      raise invalid_parameter_value using
        message = format('%s must be a whole number from 1 to %s.', term.key, most);
    end if;
  end loop;
  update public.lab_terms t
     set (answer_days, unconfirmed_months, declined_months, withdrawn_months, accepted_months, reapply_months,
          access_log_months) = (
       select n.answer_days, n.unconfirmed_months, n.declined_months, n.withdrawn_months, n.accepted_months,
              n.reapply_months, n.access_log_months
         from jsonb_populate_record(kept, terms) n
     )
  returning * into kept;
  return to_jsonb(kept);
exception when check_violation then
  raise invalid_parameter_value using
    message = 'A declined application must be kept longer than its sender waits to apply again.';
end
$$;

-- The lab's time zone and the default delay of its mails.
create table public.mailing_settings (
  only_row boolean default true
    constraint mailing_settings_pkey primary key
    constraint mailing_settings_only_row_check check (only_row),
  -- A name of the IANA database. Closing dates, the numbers, mornings and reminders go by its days.
  time_zone text not null default 'UTC'
    constraint mailing_settings_time_zone_check check (char_length(time_zone) between 1 and 100),
  -- The default delay, half a minute, or until the next day at nine.
  delay text not null default 'soon'
    constraint mailing_settings_delay_check check (delay in ('soon', 'morning')),
  version integer not null default 1
);

revoke all on table public.mailing_settings from public, anon, authenticated;
grant select on table public.mailing_settings to authenticated;
grant select, update on table public.mailing_settings to service_role;

alter table public.mailing_settings enable row level security;

create policy "admins read when mails leave" on public.mailing_settings
  for select to authenticated
  using ((select public.is_admin()));

insert into public.mailing_settings default values;

-- Returns the lab's time zone.
create function private.lab_zone() returns text
language sql stable set search_path = ''
as $$ select s.time_zone from public.mailing_settings s $$;

-- The state of applications. An owner closes them until a day or indefinitely. They open automatically on that day,
-- because each query compares it with the clock.

create table private.intake (
  only_row boolean not null default true
    constraint intake_pkey primary key
    constraint intake_only_row_check check (only_row),
  is_closed boolean not null default false,
  -- The day in the lab's time zone on which applications open again, or null.
  opens_on date,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Null for a change on the command line.
  changed_by text,
  -- The time at which applications open because an owner opened them, until which they can still stop it.
  opens_at timestamptz,
  constraint intake_opens_on_check check (is_closed or opens_on is null),
  constraint intake_opens_at_check check (is_closed or opens_at is null)
);

insert into private.intake default values;

-- Returns true if applications are closed now.
create function private.is_closed() returns boolean
language sql stable set search_path = ''
as $$
  select i.is_closed and (i.opens_on is null or i.opens_on > (now() at time zone private.lab_zone())::date)
      and (i.opens_at is null or i.opens_at > now())
    from private.intake i where i.only_row
$$;

-- For anyone. Returns {"closed": boolean, "opens_on": date or null}, and with a date the "time_zone" of its midnight.
create function public.intake_state() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'closed', private.is_closed(), 'opens_on', case when private.is_closed() then i.opens_on end
  ) || case
    when private.is_closed() and i.opens_on is not null then jsonb_build_object('time_zone', private.lab_zone())
    else '{}'
  end
  from private.intake i
$$;

-- Refuses a visitor's application while there is no intake, with the sentence that the form shows.
create function private.refuse_while_closed() returns void
language plpgsql set search_path = ''
as $$
declare
  intake private.intake;
begin
  select * into intake from private.intake i where i.only_row;
  if not private.is_closed()
    or nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' = 'service_role'
  then
    return;
  end if;
  perform private.refuse(403, 'applications_closed', case
    when intake.opens_on is null then 'Applications are closed.'
    else format('Applications are closed until %s.', to_char(intake.opens_on, 'FMMonth FMDD, YYYY'))
  end);
end
$$;

-- Closes applications, until a day or for good (null), or opens them.
create function private.set_intake(closed boolean, opens_on text default null) returns private.intake
language plpgsql security definer set search_path = ''
as $$
declare
  day constant date := private.checked_day(opens_on);
  kept private.intake;
begin
  if closed and day <= (now() at time zone private.lab_zone())::date then
    raise invalid_parameter_value using message = 'The day on which applications open again must lie ahead.';
  end if;
  update private.intake i
     set is_closed = closed, opens_on = case when closed then day end, opens_at = null, version = i.version + 1,
         changed_at = clock_timestamp(), changed_by = private.caller_email()
  returning * into kept;
  -- The mailer looks whom to tell.
  perform pg_notify('mails', '');
  return kept;
end
$$;

-- The wordings of the questions. A new wording is a new row, and rows never change.

create table public.question_sets (
  version integer primary key check (version > 0),
  wording jsonb not null check (wording ?& array['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7']),
  since timestamptz not null default now()
);

revoke all on table public.question_sets from public, anon, authenticated;
grant select on table public.question_sets to authenticated, service_role;

alter table public.question_sets enable row level security;

create policy "admins read the questions" on public.question_sets
  for select to authenticated
  using ((select public.is_admin()));

insert into public.question_sets (version, wording)
values (1, '{
  "q1": "I can program in any language, given a day to get used to it.",
  "q2": "I can deploy to a server environment I have never seen before.",
  "q3": "I have a pile of ideas that I want to build.",
  "q4": "I can spot the feature request with the best return on investment.",
  "q5": "I use AI to ship whole products alone.",
  "q6": "I can take a product through its full cycle, from architecture to support, in one week.",
  "q7": "I work with AI agents as co-pilots, every day."
}');

-- Refuses a change of a wording, because applications refer to it by its version.
create function private.keep_question_sets() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'A wording of the questions stays. Insert a new version.';
end
$$;

create trigger keep_question_sets
  before update or delete on public.question_sets
  for each statement execute function private.keep_question_sets();

-- The reasons that a decline may name. A mail has the sentence in place of {{reason}}.

create table public.decline_reasons (
  key text constraint decline_reasons_pkey primary key,
  -- The digit that chooses it after the key for declining.
  place smallint not null constraint decline_reasons_place_key unique,
  label text not null,
  sentence text not null
);

revoke all on table public.decline_reasons from public, anon, authenticated;
grant select on table public.decline_reasons to authenticated, service_role;

alter table public.decline_reasons enable row level security;

create policy "admins read the reasons" on public.decline_reasons
  for select to authenticated
  using ((select public.is_admin()));

insert into public.decline_reasons (key, place, label, sentence)
values
  ('evidence', 1, 'Too little to see', 'We could not see from your application what you have shipped alone.'),
  ('experience', 2, 'Too early', 'We look for builders who have already shipped whole products alone.'),
  ('team', 3, 'Needs a team', 'We work with solo builders, and your plan needs a team.'),
  ('sector', 4, 'Sector', 'We do not build in your sector at present.'),
  ('places', 5, 'No place free', 'All places of the coming months are taken.'),
  ('terms', 6, 'Terms', 'What you are looking for does not fit how we share work, revenue and equity.');

-- Refuses a reason that does not exist, or that goes with another status than declined.
create function private.demand_reason(reason text, to_status text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if reason is null then
    return;
  end if;
  if to_status is distinct from 'declined' then
    raise invalid_parameter_value using message = 'A reason goes with the status declined.';
  end if;
  if not exists (select from public.decline_reasons d where d.key = reason) then
    raise invalid_parameter_value using message = format('There is no reason "%s".', left(reason, 50));
  end if;
end
$$;

revoke all on function public.review_terms_save, public.intake_state from public, anon, authenticated;
grant execute on function public.review_terms_save to authenticated;
grant execute on function public.intake_state to anon, authenticated, service_role;
