-- Undo compares versions: a value that is the same again by others' decisions is theirs and stays.

-- The items of a batch, each with what forbids to put it back: 'changed' since the batch, 'full' of tags, or null for
-- nothing. The version counts moves and assignments; a tag is a switch of its own, and its history says whether it was
-- turned since. A row's events are numbered in the order of its changes, because each change holds the row's lock.
create function private.undoable_items(of_batch uuid, kind text, tag text)
returns table (application_id uuid, before jsonb, obstacle text)
language sql stable security definer set search_path = ''
as $$
  select i.application_id, i.before, case
    when kind in ('status', 'assignee') then
      case when a.version is distinct from i.version then 'changed' end
    when exists (
      select from public.application_events turned
       where turned.application_id = i.application_id
         and turned.kind = 'tagged'
         and (turned.detail -> 'added' ? tag or turned.detail -> 'removed' ? tag)
         and turned.id > (
           select min(own.id) from public.application_events own
            -- As no index of batches can answer: an application has few events, a batch thousands.
            where own.application_id = i.application_id and own.batch_id is not distinct from of_batch and own.kind = 'tagged')
    ) or (kind = 'add_tag') is distinct from (a.tags @> array[tag]) then 'changed'
    when kind = 'remove_tag' and cardinality(a.tags) >= 20 then 'full'
  end
    from public.review_batch_items i
    join public.applications a on a.id = i.application_id
   where i.batch_id = of_batch
$$;

-- Puts back what a batch changed where nothing changed it since, drops its mails that have not left, and counts what
-- it left as it is by the reason.
create function public.review_undo(batch_id uuid) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  batch public.review_batches;
  kind text;
  tag text;
  restored bigint;
  changed_since bigint;
  full_of_tags bigint;
  stopped_ids uuid[];
begin
  perform private.demand('reviewer');
  select * into batch from public.review_batches b where b.id = review_undo.batch_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is nothing to undo.';
  end if;
  if batch.actor <> auth.uid() and public.review_access() <> 'owner' then
    raise insufficient_privilege using message = 'Only an owner undoes what someone else did.';
  end if;
  if batch.undone_at is not null then
    raise sqlstate 'PT409' using message = 'This was undone already.';
  end if;
  select jsonb_object_keys(batch.change) into kind;
  tag := case when kind in ('add_tag', 'remove_tag') then batch.change ->> kind end;

  perform from public.applications a
     join public.review_batch_items i on i.application_id = a.id
    where i.batch_id = batch.id
    order by a.id for update of a;
  perform set_config('review.undo', 'on', true);
  perform set_config('review.batch', batch.id::text, true);
  with items as materialized (
    select * from private.undoable_items(batch.id, kind, tag)
  ),
  put_back as (
    update public.applications a
       set status = case kind when 'status' then i.before ->> 'status' else a.status end,
           interview_at = case when kind = 'status' and i.before ? 'interview_at'
             then (i.before ->> 'interview_at')::timestamptz else a.interview_at
           end,
           interviewed_at = case when kind <> 'status' then a.interviewed_at
             -- Batches from before it was kept were one move each.
             when i.before ? 'interviewed_at' then (i.before ->> 'interviewed_at')::timestamptz
             else nullif(a.interviewed_at, a.status_changed_at)
           end,
           accepted_at = case when kind <> 'status' then a.accepted_at
             when i.before ? 'accepted_at' then (i.before ->> 'accepted_at')::timestamptz
             else nullif(a.accepted_at, a.status_changed_at)
           end,
           assignee = case kind
             when 'assignee' then (select r.user_id from public.user_roles r where r.user_id = (i.before ->> 'assignee')::uuid)
             else a.assignee
           end,
           tags = case kind
             when 'add_tag' then array_remove(a.tags, tag)
             when 'remove_tag' then a.tags || array[tag]
             else a.tags
           end
      from items i
     where a.id = i.application_id and i.obstacle is null
    returning a.id, a.version
  ),
  -- An application stands again as the batch before this one left it: that one can be taken back next, and so on, while
  -- nothing else lies between. A batch of one may have led along several arrows.
  stands_again as (
    update public.review_batch_items earlier
       set version = earlier.version + p.version - own.version + steps.n
      from put_back p
      join public.review_batch_items own on own.batch_id = batch.id and own.application_id = p.id
     cross join (
       select case when batch.changed = 1 then (
           select count(*) from public.application_events e where e.batch_id = batch.id and e.kind in ('moved', 'assigned')
         ) else 1 end as n
     ) steps
     where kind in ('status', 'assignee')
       and earlier.application_id = p.id and earlier.version <= own.version - steps.n
  )
  select (select count(*) from put_back),
         count(*) filter (where i.obstacle = 'changed'),
         count(*) filter (where i.obstacle = 'full')
    into restored, changed_since, full_of_tags
    from items i;
  perform set_config('review.undo', '', true);

  with stopped as (
    update public.application_mails m
       set state = 'dropped'
     where m.batch_id = batch.id and m.state in ('due', 'held') and m.kind = 'review'
    returning m.application_id, m.subject
  )
  select array_agg(application_id) into stopped_ids from stopped;
  perform private.record_event(id, 'mail_cancelled', '{}') from unnest(stopped_ids) as id;
  perform set_config('review.batch', '', true);
  update public.review_batches b set undone_at = clock_timestamp() where b.id = batch.id;
  return jsonb_build_object(
    'restored', restored,
    'kept', batch.changed - restored,
    'kept_changed', changed_since,
    'kept_deleted', batch.changed - restored - changed_since - full_of_tags,
    'kept_full', full_of_tags,
    'mails_stopped', coalesce(cardinality(stopped_ids), 0));
end
$$;

revoke all on function private.undoable_items(uuid, text, text), public.review_undo(uuid)
  from public, anon, authenticated;
grant execute on function public.review_undo(uuid) to authenticated;
