-- Names that notes call members by are kept until their accounts are erased, a note that is put back tells no mention
-- again, and the undo of several moves takes back every stage that they reached.

-- By which names notes call members, until their accounts are erased: a mention and a name of one's own go with the
-- membership, the words in the notes stay.
create table private.written_names (
  user_id uuid not null
    constraint written_names_user_id_fkey references auth.users (id) on delete cascade,
  name text not null constraint written_names_name_check check (char_length(name) between 1 and 320),
  constraint written_names_pkey primary key (user_id, name)
);

revoke all on table private.written_names from public, anon, authenticated, service_role;

create function private.keep_written_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.written_names (user_id, name) values (new.member_id, new.written_name)
  on conflict on constraint written_names_pkey do nothing;
  return null;
end
$$;

create trigger keep_written_name
  after insert on public.note_mentions
  for each row when (new.written_name <> '')
  execute function private.keep_written_name();

-- A name is written without a mention too.
create function private.keep_former_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.written_names (user_id, name)
  select u.id, old.display_name from auth.users u where u.id = old.user_id
  on conflict on constraint written_names_pkey do nothing;
  return null;
end
$$;

create trigger keep_former_name
  after delete on public.member_settings
  for each row when (old.display_name <> '')
  execute function private.keep_former_name();

revoke all on function private.keep_written_name(), private.keep_former_name() from public, anon, authenticated;

insert into private.written_names (user_id, name)
select distinct m.member_id, m.written_name from public.note_mentions m where m.written_name <> '';

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
  'private.forget_name(uuid)',
  $old$        select m.written_name from public.note_mentions m where m.member_id = of_user
$old$,
  $new$        select w.name from private.written_names w where w.user_id = of_user
$new$
);

select pg_temp.write_into(
  'private.notice_mention()',
  $old$  if new.mentioned_by is distinct from new.member_id then
$old$,
  $new$  -- A note that is put back brings its mentions with the moments that they had.
  if new.mentioned_by is distinct from new.member_id and new.mentioned_at >= now() then
$new$
);

select pg_temp.write_into(
  'private.change_applications(uuid[], jsonb, jsonb)',
  $old$    select a.id, a.status, a.assignee, a.tags from public.applications a where a.id = any (ids) order by a.id for update
$old$,
  $new$    select a.id, a.status, a.assignee, a.tags, a.interviewed_at, a.accepted_at
      from public.applications a where a.id = any (ids) order by a.id for update
$new$
);

select pg_temp.write_into(
  'private.change_applications(uuid[], jsonb, jsonb)',
  $old$    select l.id, jsonb_build_object('status', l.status, 'assignee', l.assignee, 'tags', l.tags) as before
$old$,
  $new$    select l.id, jsonb_build_object('status', l.status, 'assignee', l.assignee, 'tags', l.tags,
             'interviewed_at', l.interviewed_at, 'accepted_at', l.accepted_at) as before
$new$
);

select pg_temp.write_into(
  'public.review_move_along(uuid, bigint, text[], jsonb)',
  $old$  update public.review_batch_items i set before = i.before || jsonb_build_object('status', a.status)
$old$,
  $new$  update public.review_batch_items i
     set before = i.before || jsonb_build_object(
           'status', a.status, 'interviewed_at', a.interviewed_at, 'accepted_at', a.accepted_at)
$new$
);

select pg_temp.write_into(
  'public.review_undo(uuid)',
  $old$       set status = case kind when 'status' then i.before ->> 'status' else a.status end,
$old$,
  $new$       set status = case kind when 'status' then i.before ->> 'status' else a.status end,
           interviewed_at = case when kind <> 'status' then a.interviewed_at
             -- Batches from before it was kept were one move each.
             when i.before ? 'interviewed_at' then (i.before ->> 'interviewed_at')::timestamptz
             else nullif(a.interviewed_at, a.status_changed_at)
           end,
           accepted_at = case when kind <> 'status' then a.accepted_at
             when i.before ? 'accepted_at' then (i.before ->> 'accepted_at')::timestamptz
             else nullif(a.accepted_at, a.status_changed_at)
           end,
$new$
);

select pg_temp.write_into(
  'private.note_stages()',
  $old$  -- An applicant's withdrawal goes against the arrows as an undo does, and takes nothing back.
  if current_setting('review.undo', true) = 'on' and new.status <> 'withdrawn' then
    if old.interviewed_at = old.status_changed_at then
      new.interviewed_at := null;
    end if;
    if old.accepted_at = old.status_changed_at then
      new.accepted_at := null;
    end if;
  end if;
$old$,
  $new$$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
