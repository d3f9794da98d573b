-- Run by `restore` on rows that need to be converted, before they are copied into the tables of this version: those of a backup of
-- another history, or of a table that has a new column without a default. Each table of the backup is "schema.name" in the schema
-- solostead_former, and each of its columns is text.

-- A question that was added after the backup was not asked. Its answer is yes, as the table requires; the version of the questions
-- shows which were asked.
do $$
declare
  question name;
begin
  for question in
    select attname from pg_attribute
     where attrelid = 'public.applications'::regclass and attname ~ '^q[0-9]+$' and not attisdropped
       and to_regclass('solostead_former."public.applications"') is not null
  loop
    execute format('alter table solostead_former."public.applications" add column if not exists %I text default ''t''', question);
  end loop;
end
$$;

-- Converts the statuses of a backup of commit c8ecde66.
do $$
begin
  if not exists (
    select from pg_attribute
     where attrelid = to_regclass('solostead_former."public.application_mails"') and attname = 'is_former'
  ) then
    return;
  end if;

  alter table solostead_former."public.applicant_requests" drop column from_status, drop column from_times;
  alter table solostead_former."public.review_batch_items" drop column version;

  alter table solostead_former."public.applications" rename column first_answered_at to answered_at;
  alter table solostead_former."public.applications" rename column told_at to notified_at;
  alter table solostead_former."public.applications" drop column not_told, add column first_status text, add column current_period text;
  update solostead_former."public.applications" set first_status = nullif(status, 'submitted');

  -- Decision mails belong to a status period. Each mail about an earlier status gets its own period, in the order of the mails;
  -- those about the present status share the last one.
  alter table solostead_former."public.application_mails" add column period integer, add column dropped_because text;
  update solostead_former."public.application_mails" m
     set about = coalesce(m.about, a.status),
         period = case
           when m.is_former = 'f' and coalesce(m.about, a.status) = a.status then null
           else placed.n
         end,
         dropped_because = case when m.last_error in ('overtaken by another move', 'withdrawn by the applicant') then 'overtaken' end,
         last_error = nullif(nullif(m.last_error, 'overtaken by another move'), 'withdrawn by the applicant')
    from solostead_former."public.applications" a,
         (
           select r.id, count(*) filter (where r.is_earlier) over (partition by r.application_id order by r.created_at, r.id) as n
             from (
               select e.*, e.is_former = 't' or e.about <> b.status as is_earlier
                 from solostead_former."public.application_mails" e
                 join solostead_former."public.applications" b on b.id = e.application_id
                where e.kind = 'review'
             ) r
         ) placed
   where m.kind = 'review' and a.id = m.application_id and placed.id = m.id;
  alter table solostead_former."public.application_mails" drop column is_former;

  create table solostead_former."public.application_status_periods" as
  select application_id, n, status, entered_at, case n when 1 then 'first' else 'move' end as cause, nullif(n - 1, 0) as previous_n,
         first_reviewed_at, decided_at, interviewed_at, accepted_at, interview_at
    from (
      select m.application_id, m.period as n, m.about as status, m.created_at as entered_at, null as first_reviewed_at,
             null as decided_at, null as interviewed_at, null as accepted_at, null as interview_at
        from solostead_former."public.application_mails" m
       where m.period is not null
      union all
      select a.id, 1 + coalesce(max(m.period), 0), a.status, a.status_changed_at, a.first_reviewed_at, a.decided_at,
             a.interviewed_at, a.accepted_at, a.interview_at
        from solostead_former."public.applications" a
        join solostead_former."public.application_mails" m on m.application_id = a.id and m.kind = 'review'
       group by a.id, a.status, a.status_changed_at, a.first_reviewed_at, a.decided_at, a.interviewed_at, a.accepted_at,
                a.interview_at
    ) period;
  update solostead_former."public.applications" a set current_period = latest.n
    from (select application_id, max(n) as n from solostead_former."public.application_status_periods" group by 1) latest
   where a.id = latest.application_id;
  update solostead_former."public.application_mails" m set period = a.current_period::integer
    from solostead_former."public.applications" a
   where m.kind = 'review' and m.period is null and a.id = m.application_id;
end
$$;

-- The mails of three tables became one queue.
do $$
begin
  if to_regclass('solostead_former."public.application_mails"') is null then
    return;
  end if;

  alter table solostead_former."public.application_mails" rename to "private.mails";
  alter table solostead_former."private.mails"
    add column member_id text, add column day text, add column opening_request_id text;

  insert into solostead_former."private.mails" (
    id, member_id, kind, day, state, created_at, due_at, claimed_at, sent_at, attempts, last_error, retries)
  select id, user_id, kind, day, state, created_at, due_at, claimed_at, sent_at, attempts, last_error, '0'
    from solostead_former."private.member_mails";
  drop table solostead_former."private.member_mails";

  insert into solostead_former."private.mails" (
    id, opening_request_id, kind, state, created_at, due_at, claimed_at, attempts, last_error, retries)
  select gen_random_uuid(), id, kind, case when claimed_at is null then 'due' else 'sending' end,
         coalesce(put_off_since, asked_at), due_at, claimed_at, attempts, last_error, '0'
    from solostead_former."private.opening_requests"
   where kind is not null;
  alter table solostead_former."private.opening_requests" add column queued_at text;
  update solostead_former."private.opening_requests" set queued_at = due_at where kind = 'opening';
  alter table solostead_former."private.opening_requests"
    drop column kind, drop column due_at, drop column claimed_at, drop column attempts, drop column last_error,
    drop column put_off_since;
end
$$;

-- A request to erase became a time of its application.
do $$
begin
  if to_regclass('solostead_former."public.applicant_requests"') is null then
    return;
  end if;
  alter table solostead_former."public.applications"
    add column if not exists erasing_at text, add column if not exists erase_reason text;
  update solostead_former."public.applications" a set erasing_at = r.asked_at, erase_reason = 'applicant'
    from solostead_former."public.applicant_requests" r where r.application_id = a.id and r.kind = 'erase';
  delete from solostead_former."public.applicant_requests" r where r.kind = 'erase';
end
$$;
