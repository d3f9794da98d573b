-- On the floor `review`.
-- Changing applications in the review, one or many, by status, assignee or tag. One function makes every change, so one place
-- checks and records it.

-- Every tag that an application has or had, for choosing one.
create table public.review_tags (
  name text primary key -- personal data
);

grant select on table public.review_tags to authenticated, service_role;

alter table public.review_tags enable row level security;

create policy "admins read the tags" on public.review_tags
  for select to authenticated
  using ((select public.is_admin()));

-- Returns a tag in its stored form, visible, trimmed, lower case, 1 to 40 characters.
create function private.checked_tag(tag text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  kept text := lower(private.trimmed(private.without_hidden(tag)));
begin
  if kept is null or char_length(kept) not between 1 and 40 or kept ~ '[[:cntrl:],{}"\\]' then
    perform private.refuse(
      400, 'invalid_tag', 'A tag has 1 to 40 characters, and no comma, quote, brace or backslash.');
  end if;
  return kept;
end
$$;

-- Validates a change, which has exactly one of status, assignee, add_tag, remove_tag.
create function private.checked_change(change jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  kind text;
begin
  if jsonb_typeof(change) is distinct from 'object' or (select count(*) from jsonb_object_keys(change)) <> 1 then
    perform private.refuse(400, 'invalid_value', 'A change has exactly one of status, assignee, add_tag, remove_tag.');
  end if;
  select jsonb_object_keys(change) into kind;
  if kind = 'status' then
    if not exists (select from private.application_moves m where m.to_status = change ->> 'status') then
      perform private.refuse(400, 'invalid_value', format('There is no status "%s".', change ->> 'status'));
    end if;
    return change;
  elsif kind = 'assignee' then
    if change ->> 'assignee' is not null and not exists (
      select from public.user_roles r where r.assignable_id = (change ->> 'assignee')::uuid
    ) then
      perform private.refuse(422, 'not_assignable', case
        when private.is_member((change ->> 'assignee')::uuid)
          then 'Applications are assigned to reviewers and owners. This person is a reader.'
        else 'This person is no longer a member.'
      end);
    end if;
    return change;
  elsif kind in ('add_tag', 'remove_tag') then
    return jsonb_build_object(kind, private.checked_tag(change ->> kind));
  end if;
  perform private.refuse(400, 'invalid_value', format('There is no change "%s".', kind));
end
$$;

-- Changes the assignee or one tag of those of `ids` that do not have the value already.
create function private.change_marks(ids uuid[], change jsonb, batch uuid) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := (select jsonb_object_keys(change));
  changed_ids uuid[];
begin
  with wanted as (
    select a.id, a.assignee from public.applications a
     where a.id = any (ids) and private.is_present(a.erasing_at) and case kind
       when 'assignee' then a.assignee is distinct from (change ->> 'assignee')::uuid
       when 'add_tag' then not a.tags @> array[change ->> kind] and cardinality(a.tags) < 20
       else a.tags @> array[change ->> kind]
     end
     order by a.id for update
  ),
  changed as (
    update public.applications a
       set last_batch_id = batch, last_batch_undone = false,
           assignee = case kind when 'assignee' then (change ->> 'assignee')::uuid else a.assignee end,
           tags = case kind
             when 'add_tag' then a.tags || array[change ->> kind]
             when 'remove_tag' then array_remove(a.tags, change ->> kind)
             else a.tags
           end
      from wanted w
     where a.id = w.id
    returning a.id, w.assignee
  ),
  kept as (
    insert into private.review_batch_items (batch_id, application_id, former_assignee)
    select batch, c.id, c.assignee from changed c
    returning application_id
  )
  select coalesce(array_agg(application_id), '{}') into changed_ids from kept;
  if kind = 'add_tag' then
    insert into public.review_tags (name) values (change ->> kind) on conflict do nothing;
  end if;
  return changed_ids;
end
$$;

-- Changes the applications of `ids` that it can change, as one batch. Applications whose move is not allowed, that have the value
-- already or are gone stay unchanged and are counted as skipped. `batch` names one that earlier moves of this request belong to.
create function private.change_applications(
  ids uuid[], change jsonb, mail jsonb, batch uuid default gen_random_uuid(), reason text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  changed_ids uuid[];
  outcome jsonb := '{"mailed": 0, "mail_due_at": null}';
begin
  change := private.checked_change(change);
  select jsonb_object_keys(change) into kind;
  if mail is not null and kind <> 'status' then
    perform private.refuse(400, 'invalid_value', 'Only a move has an email.');
  end if;
  perform private.demand_reason(reason, change ->> 'status');
  insert into private.review_batches (id, actor, change) values (batch, auth.uid(), change);
  if kind = 'status' then
    outcome := private.change_status(
      ids, change ->> 'status', 'move', batch,
      case when mail is not null then
        private.mail_to_send(mail || jsonb_build_object('reason', reason), change ->> 'status')
      end);
    changed_ids := array(select jsonb_array_elements_text(outcome -> 'changed')::uuid);
    perform private.save_reason(changed_ids, reason);
    insert into private.review_batch_items (batch_id, application_id) select batch, id from unnest(changed_ids) as id;
  else
    changed_ids := private.change_marks(ids, change, batch);
  end if;
  update private.review_batches b set changed = cardinality(changed_ids) where b.id = batch;
  return jsonb_build_object(
    'batch_id', batch, 'changed', cardinality(changed_ids), 'skipped', cardinality(ids) - cardinality(changed_ids),
    'mailed', outcome -> 'mailed', 'mail_due_at', outcome -> 'mail_due_at');
end
$$;

-- Locks one application and refuses a writer who saw another version. The answer's detail is the present row.
create function private.demand_version(of_application uuid, seen_version bigint) returns public.applications
language plpgsql security definer set search_path = ''
as $$
declare
  a constant public.applications := private.locked_application(of_application);
  latest jsonb;
begin
  if a.version is distinct from seen_version then
    select jsonb_build_object('by', e.actor_email, 'at', e.at, 'kind', e.kind, 'detail', e.detail) into latest
      from public.application_events e
     where e.application_id = of_application and e.kind in ('moved', 'assigned')
     order by e.id desc limit 1;
    perform private.refuse(
      409, 'version_conflict', 'Someone else changed this application since you opened it.',
      jsonb_build_object('row', private.list_row(a, 'created'), 'latest', latest));
  end if;
  return a;
end
$$;

-- For reviewers. Moves one application along a path of statuses ('in_review', 'interview'), checking each move, in one
-- transaction and as one batch, with or without a mail to the applicant. A decline may have a reason. The history shows each
-- move, and one undo reverts all of them.
create function public.review_move(
  application_id uuid, seen_version bigint, path text[], mail jsonb default null, reason text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 4;
  batch constant uuid := gen_random_uuid();
  a public.applications;
  origin text;
  step text;
  outcome jsonb;
begin
  perform private.demand('reviewer');
  if coalesce(cardinality(path), 0) not between 1 and most or array_position(path, null) is not null then
    perform private.refuse(400, 'invalid_value', format('A path has 1 to %s statuses.', most));
  end if;
  a := private.demand_version(application_id, seen_version);
  origin := a.status;
  foreach step in array path loop
    if not exists (select from private.application_moves m where m.from_status = origin and m.to_status = step) then
      perform private.refuse(
        422, 'move_not_allowed', format('An application cannot move from %s to %s.', origin, step));
    end if;
    origin := step;
  end loop;
  foreach step in array path[:cardinality(path) - 1] loop
    perform private.change_status(array[a.id], step, 'move', batch);
  end loop;
  outcome := private.change_applications(
    array[a.id], jsonb_build_object('status', origin), mail || '{"to": "any"}', batch, reason);
  return outcome || jsonb_build_object('row', private.answered_row(a.id));
end
$$;

-- For reviewers. Sets or clears (null) one application's assignee.
create function public.review_assign(application_id uuid, seen_version bigint, assignee uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
  outcome jsonb;
begin
  perform private.demand('reviewer');
  a := private.demand_version(application_id, seen_version);
  outcome := private.change_applications(array[a.id], jsonb_build_object('assignee', review_assign.assignee), null);
  return outcome || jsonb_build_object('row', private.answered_row(a.id));
end
$$;

-- Tags are a set. Two people may add two tags, so no version is needed.
create function public.review_tag(application_id uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a constant public.applications := private.application_of_reviewer(application_id);
begin
  if not change ?| array['add_tag', 'remove_tag'] then
    perform private.refuse(400, 'invalid_value', 'A change of tags is add_tag or remove_tag.');
  end if;
  if change ? 'add_tag' and cardinality(a.tags) >= 20 and private.checked_tag(change ->> 'add_tag') <> all (a.tags) then
    perform private.refuse(422, 'too_many_tags', 'An application has at most 20 tags. Remove one first.');
  end if;
  perform private.change_applications(array[a.id], change, null);
  return private.answered_row(a.id);
end
$$;

-- One request for a page of applications (`ids`) or for a whole filtered set (`filter`), at most private.change_limit() at once.
create function public.review_change_many(
  change jsonb, ids uuid[] default null, filter jsonb default null, mail jsonb default null, reason text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  chosen uuid[];
begin
  perform private.demand('reviewer');
  chosen := private.chosen_applications(ids, filter);
  if filter is not null then
    -- One that another session changes at the same time is locked afterwards, and left out if it no longer matches.
    execute format(
      'select array_agg(h.id) from (
         select a.id from public.applications a where a.id = any ($1) and (%s) order by a.id for update) h',
      private.filter_condition(filter)
    ) into chosen using chosen;
  end if;
  return private.change_applications(coalesce(chosen, '{}'), change, mail - 'to', reason => reason);
end
$$;

grant execute on function public.review_move, public.review_assign, public.review_tag, public.review_change_many to
  authenticated;
