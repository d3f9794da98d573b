alter table public.applications add column interview_at timestamptz;

-- More kinds of history, beside those that are there.
do $$
declare
  known text;
begin
  select string_agg(kind[1], ', ' order by at) into known
    from pg_constraint c
   cross join regexp_matches(pg_get_constraintdef(c.oid), '''[a-z_]+''', 'g') with ordinality as found (kind, at)
   where c.conrelid = 'public.application_events'::regclass and c.conname = 'application_events_kind_check';
  alter table public.application_events drop constraint application_events_kind_check;
  execute format(
    'alter table public.application_events add constraint application_events_kind_check check (kind in (%s, ''interview_set'', ''interview_cleared''))', known);
end
$$;

-- The interview's date belongs to one stay in the status interview: coming there anew forgets it, an undo brings it back.
create function private.forget_interview() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_setting('review.undo', true) is distinct from 'on' then
    new.interview_at := null;
  end if;
  return new;
end
$$;

create trigger forget_interview
  before update of status on public.applications
  for each row when (old.interview_at is not null and new.status = 'interview' and old.status <> 'interview')
  execute function private.forget_interview();

-- For reviewers: sets or clears (null) when the applicant is interviewed; answers the application's row.
create function public.review_interview_set(application_id uuid, interview_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
begin
  perform private.demand('reviewer');
  if review_interview_set.interview_at not between now() - interval '1 year' and now() + interval '1 year' then
    raise invalid_parameter_value using message = 'An interview is at most a year away.';
  end if;
  select * into a from public.applications where id = review_interview_set.application_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This application is no longer there.';
  end if;
  if a.status <> 'interview' then
    raise sqlstate 'PT422' using message = 'Only an application in the status interview has a date for it.';
  end if;
  if a.interview_at is distinct from review_interview_set.interview_at then
    update public.applications t set interview_at = review_interview_set.interview_at where t.id = a.id;
    perform private.record_event(
      a.id,
      case when review_interview_set.interview_at is null then 'interview_cleared' else 'interview_set' end,
      jsonb_strip_nulls(jsonb_build_object('at', review_interview_set.interview_at))
    );
    select * into a from public.applications where id = a.id;
  end if;
  return private.list_row(a, 'created');
end
$$;

revoke all on function private.forget_interview(), public.review_interview_set(uuid, timestamptz)
  from public, anon, authenticated;
grant execute on function public.review_interview_set(uuid, timestamptz) to authenticated;

-- Writes other words into a function as it stands, so that what else changed it stays. Refuses where they are not there once.
create function pg_temp.write_into(of_function regprocedure, old_words text, new_words text) returns void
language plpgsql
as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if (length(definition) - length(replace(definition, old_words, ''))) <> length(old_words) then
    raise exception '% is not as this migration knows it.', of_function;
  end if;
  execute replace(definition, old_words, new_words);
end
$$;

select pg_temp.write_into(
  'private.list_row(public.applications, text)',
  $old$'email_bounced_at', a.email_bounced_at,
$old$,
  $new$'email_bounced_at', a.email_bounced_at,
    'interview_at', case when a.status = 'interview' then a.interview_at end,
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
