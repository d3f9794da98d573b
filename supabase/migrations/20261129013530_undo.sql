-- On the floor `review`.
-- Undo of a batch. A move is undone if its period is still current, an assignee or a tag if their history shows no later change.

-- Returns the items of a batch of assignees or tags, each with the obstacle to its undo, 'changed' since, 'full' of tags,
-- or null. Undone changes do not count. A row's events are numbered in the order of its changes, because each change locks
-- the row.
create function private.undoable_items(of_batch uuid, kind text, tag text)
returns table (application_id uuid, former_assignee uuid, obstacle text)
language sql stable security definer set search_path = ''
as $$
  select i.application_id, i.former_assignee, case
    when exists (
      select from public.application_events turned
       where turned.application_id = i.application_id
         and turned.kind = case undoable_items.kind when 'assignee' then 'assigned' else 'tagged' end
         and (undoable_items.kind = 'assignee' or turned.detail -> 'added' ? tag or turned.detail -> 'removed' ? tag)
         and turned.id > (
           select min(own.id) from public.application_events own
            -- No index of batches can answer this. An application has few events, a batch thousands.
            where own.application_id = i.application_id and own.batch_id is not distinct from of_batch)
         -- A subquery looked up by key, because NOT EXISTS would become a join with all items.
         and (
           select undone.is_undone from private.review_batch_items undone
            where undone.batch_id = turned.batch_id and undone.application_id = i.application_id) is not true
    ) or (kind = 'add_tag' and not a.tags @> array[tag]) or (kind = 'remove_tag' and a.tags @> array[tag]) then 'changed'
    when kind = 'remove_tag' and cardinality(a.tags) >= 20 then 'full'
  end
    from private.review_batch_items i
    join public.applications a on a.id = i.application_id and private.is_present(a.erasing_at)
   where i.batch_id = of_batch
$$;

-- Restores the assignees or tags of a batch. Returns {"restored", "skipped_full"}.
create function private.undo_marks(batch private.review_batches) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := (select jsonb_object_keys(batch.change));
  tag constant text := batch.change ->> kind;
  restored uuid[];
  full_of_tags bigint;
begin
  perform from public.applications a
     join private.review_batch_items i on i.application_id = a.id
    where i.batch_id = batch.id
    order by a.id for update of a;
  with items as materialized (
    select * from private.undoable_items(batch.id, kind, tag)
  ),
  put_back as (
    update public.applications a
       set last_batch_id = batch.id, last_batch_undone = true,
           assignee = case kind
             when 'assignee' then (select r.user_id from public.user_roles r where r.assignable_id = i.former_assignee)
             else a.assignee
           end,
           tags = case kind
             when 'add_tag' then array_remove(a.tags, tag)
             when 'remove_tag' then a.tags || array[tag]
             else a.tags
           end
      from items i
     where a.id = i.application_id and i.obstacle is null
    returning a.id
  )
  select array(select id from put_back), count(*) filter (where i.obstacle = 'full')
    into restored, full_of_tags
    from items i;
  -- By key, because a join with the restored ones, which PostgreSQL expects to be few, would compare each with each.
  update private.review_batch_items i set is_undone = true
   where i.batch_id = batch.id and i.application_id = any (restored);
  return jsonb_build_object('restored', cardinality(restored), 'skipped_full', full_of_tags);
end
$$;

-- Returns the number of applications whose applicants were notified of a batch that is undone, by a mail that left or a member.
create function private.count_notified(ids uuid[], of_batch uuid) returns bigint
language sql stable set search_path = ''
as $$
  select count(distinct p.application_id)
    from public.application_status_periods p
   where p.application_id = any (ids) and p.batch_id = of_batch
     and (p.notified_at is not null or exists (
       select from private.messages m
        where m.application_id = p.application_id and m.kind = 'review' and m.period = p.number
          and m.state in ('sending', 'sent') and m.bounced_at is null))
$$;

-- For reviewers. Undoes a batch where nothing changed since, stops its mails that were not sent, and counts the rest by
-- reason, and the applicants who were notified already.
create function public.review_undo(batch_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  batch private.review_batches;
  items uuid[];
  outcome jsonb;
  notified bigint := 0;
begin
  perform private.demand('reviewer');
  select * into batch from private.review_batches b where b.id = review_undo.batch_id for update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is nothing to undo.');
  end if;
  if batch.actor <> auth.uid() and public.my_access() <> 'owner' then
    perform private.refuse(403, 'not_yours', 'Only an owner can undo what someone else did.');
  end if;
  if batch.undone_at is not null then
    perform private.refuse(409, 'already_undone', 'This was undone already.');
  end if;
  items := array(
    select i.application_id from private.review_batch_items i
     where i.batch_id = batch.id and private.is_application_present(i.application_id));
  if batch.change ? 'status' then
    outcome := private.change_status(items, null, 'undo', batch.id);
    notified := private.count_notified(array(select jsonb_array_elements_text(outcome -> 'changed')::uuid), batch.id);
    outcome := outcome || jsonb_build_object('restored', jsonb_array_length(outcome -> 'changed'), 'skipped_full', 0);
  else
    outcome := '{"mails_stopped": 0}' || private.undo_marks(batch);
  end if;
  update private.review_batches b set undone_at = clock_timestamp() where b.id = batch.id;
  perform private.log_access('undone', batch => batch.id);
  return jsonb_build_object(
    'restored', outcome -> 'restored',
    'skipped', batch.changed - (outcome ->> 'restored')::integer,
    'skipped_changed', cardinality(items) - (outcome ->> 'restored')::integer - (outcome ->> 'skipped_full')::integer,
    'skipped_deleted', batch.changed - cardinality(items),
    'skipped_full', outcome -> 'skipped_full',
    'mails_stopped', outcome -> 'mails_stopped',
    'notified', notified);
end
$$;

grant execute on function public.review_undo to authenticated;
