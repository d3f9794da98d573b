-- The overview's funnel: how many came to the interview and to their acceptance, by source and whatever became of them.

alter table public.applications
  add column interviewed_at timestamptz,
  add column accepted_at timestamptz;

with reached as (
  select e.application_id as id,
         min(e.at) filter (where e.detail ->> 'to' in ('interview', 'accepted')) as interviewed_at,
         min(e.at) filter (where e.detail ->> 'to' = 'accepted') as accepted_at
    from public.application_events e
   where e.kind = 'moved' and e.detail ->> 'to' in ('interview', 'accepted')
     and not exists (select from public.review_batches b where b.id = e.batch_id and b.undone_at is not null)
   group by 1
)
update public.applications a
   set interviewed_at = coalesce(r.interviewed_at, case when a.status in ('interview', 'accepted') then a.status_changed_at end),
       accepted_at = coalesce(r.accepted_at, case when a.status = 'accepted' then a.status_changed_at end)
  from public.applications o
  left join reached r on r.id = o.id
 where o.id = a.id and (r.id is not null or o.status in ('interview', 'accepted'));

create index applications_interviewed_idx on public.applications (created_at) include (source, accepted_at)
  where interviewed_at is not null;

-- How many of those that were erased had come there.
create table private.erased_stages (
  day date not null,
  source text not null,
  stage text not null constraint erased_stages_stage_check check (stage in ('interview', 'accepted')),
  n bigint not null,
  constraint erased_stages_pkey primary key (day, source, stage)
);

revoke all on table private.erased_stages from public, anon, authenticated, service_role;

create function private.note_stages() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- An applicant's withdrawal goes against the arrows as an undo does, and takes nothing back.
  if current_setting('review.undo', true) = 'on' and new.status <> 'withdrawn' then
    if old.interviewed_at = old.status_changed_at then
      new.interviewed_at := null;
    end if;
    if old.accepted_at = old.status_changed_at then
      new.accepted_at := null;
    end if;
  end if;
  if new.status in ('interview', 'accepted') then
    new.interviewed_at := coalesce(new.interviewed_at, new.status_changed_at);
  end if;
  if new.status = 'accepted' then
    new.accepted_at := coalesce(new.accepted_at, new.status_changed_at);
  end if;
  return new;
end
$$;

-- After guard_application, which sets the time.
create trigger note_stages
  before update on public.applications
  for each row when (new.status is distinct from old.status)
  execute function private.note_stages();

revoke all on function private.note_stages() from public, anon, authenticated;

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
  'private.tally_erased(public.applications)',
  $old$  on conflict on constraint erased_times_pkey do update set n = t.n + 1;
$old$,
  $new$  on conflict on constraint erased_times_pkey do update set n = t.n + 1;
  insert into private.erased_stages as t
  select on_day, counted_source, stages.stage, 1
    from (values ('interview', a.interviewed_at), ('accepted', a.accepted_at)) as stages (stage, at)
   where stages.at is not null
  on conflict on constraint erased_stages_pkey do update set n = t.n + 1;
$new$
);

select pg_temp.write_into(
  'public.review_numbers(date, date)',
  $old$     group by 1, 2, 3, 4
  ),
$old$,
  $new$     group by 1, 2, 3, 4
  ),
  stages as materialized (
    select s.source, sum(s.interviewed) as interviewed, sum(s.accepted) as accepted
      from (
        select a.source, count(*) as interviewed, count(a.accepted_at) as accepted
          from public.applications a
         where a.interviewed_at is not null and a.created_at >= begins and a.created_at < ends
         group by 1
        union all
        select e.source, coalesce(sum(e.n) filter (where e.stage = 'interview'), 0),
               coalesce(sum(e.n) filter (where e.stage = 'accepted'), 0)
          from private.erased_stages e where e.day between from_day and to_day
         group by 1
      ) s
     group by 1
  ),
$new$
);

select pg_temp.write_into(
  'public.review_numbers(date, date)',
  $old$      select coalesce(jsonb_agg(to_jsonb(s) order by s.applications desc, s.source), '[]')
$old$,
  $new$      select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object(
          'reached_interview', coalesce(t.interviewed, 0), 'reached_accepted', coalesce(t.accepted, 0)
        ) order by s.applications desc, s.source), '[]')
$new$
);

select pg_temp.write_into(
  'public.review_numbers(date, date)',
  $old$            from counted group by source having sum(n) > 0 order by sum(n) desc, source limit 20
        ) s
    ),
$old$,
  $new$            from counted group by source having sum(n) > 0 order by sum(n) desc, source limit 20
        ) s
        left join stages t on t.source = s.source
    ),
    'reached_interview', (select coalesce(sum(interviewed), 0) from stages),
    'reached_accepted', (select coalesce(sum(accepted), 0) from stages),
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
