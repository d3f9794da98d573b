-- What writes entries by itself: one trigger for each thing that changes, so that no way to change it goes unlogged.

-- Each line of history, without its words: those stay with the application and go with it.
create function private.log_application_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.access_log (at, actor, actor_email, kind, application_id, batch_id)
  select e.at, e.actor, e.actor_email, e.kind, e.application_id, e.batch_id from events_added e order by e.id;
  return null;
end
$$;

create trigger log_application_events
  after insert on public.application_events
  referencing new table as events_added
  for each statement execute function private.log_application_events();

-- Whether words kept beside an entry may mean this person: any word of a search that is found in what they sent, a tag
-- that they have, their source. Rather one too many.
create function private.may_name(content jsonb, a public.applications) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(content ->> 'tag' = any (a.tags), false)
    or coalesce(content ->> 'source' = a.source and a.source <> 'direct', false)
    or exists (
      select from regexp_split_to_table(lower(content ->> 'search'), '[^[:alnum:]]+') as word
       where word <> ''
         and strpos(private.application_document(a.name, a.email, a.linkedin_profile, a.sectors), word) > 0
    )
$$;

-- Who came in, who left, and whose access changed. An invitation is its sender's deed, though the service role writes it.
create function private.log_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was text := case when tg_op <> 'INSERT' and old.role = 'admin' then old.access end;
  becomes text := case when tg_op <> 'DELETE' and new.role = 'admin' then new.access end;
  member uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  doer uuid := auth.uid();
begin
  if was is not distinct from becomes then
    return null;
  end if;
  if doer is null and was is null then
    doer := new.invited_by;
  end if;
  insert into public.access_log (actor, actor_email, kind, detail)
  values (
    doer, (select u.email from auth.users u where u.id = doer),
    case when was is null then 'member_added' when becomes is null then 'member_removed' else 'access_changed' end,
    jsonb_strip_nulls(jsonb_build_object(
      'member', member, 'member_email', (select u.email from auth.users u where u.id = member),
      'from', was, 'to', becomes))
  );
  return null;
end
$$;

create trigger log_members
  after insert or update of role, access or delete on public.user_roles
  for each row execute function private.log_members();

-- Which columns of a row changed; numbers and switches with their values, words without.
create function private.changed_columns(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, case
      when jsonb_typeof(value) in ('number', 'boolean') then jsonb_build_array(before -> key, value)
      else 'null' end), '{}')
    from jsonb_each(after)
   where value is distinct from before -> key and key not in ('version', 'scoring_version', 'updated_at', 'updated_by', 'changed_at', 'changed_by')
$$;

-- Settings of the lab. The trigger's arguments: the kind of the entry, and the columns that name the row.
create function private.log_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed jsonb := private.changed_columns(before, after);
  row_names jsonb := (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(before || after) where key = any (tg_argv[1:]));
begin
  if tg_op <> 'UPDATE' or changed <> '{}' then
    perform private.log_access(tg_argv[0], null,
      jsonb_build_object('table', tg_table_name, 'verb', lower(tg_op), 'changed', changed) || row_names);
  end if;
  return null;
end
$$;

create trigger log_terms
  after update on public.lab_terms
  for each row execute function private.log_settings('settings_changed');

create trigger log_review_settings
  after update on public.review_settings
  for each row execute function private.log_settings('settings_changed');

create trigger log_templates
  after insert or update or delete on public.mail_templates
  for each row execute function private.log_settings('template_changed', 'status');

-- Whether applications are taken is a setting, too.
create trigger log_intake
  after update on private.intake
  for each row execute function private.log_settings('settings_changed');

-- That a change was taken back; what came of it stands in entries of its own.
create function private.log_undo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_access('undone', batch => new.id);
  return null;
end
$$;

create trigger log_undo
  after update of undone_at on public.review_batches
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function private.log_undo();

revoke all on function private.log_application_events(), private.may_name(jsonb, public.applications),
  private.log_members(), private.changed_columns(jsonb, jsonb), private.log_settings(),
  private.log_undo()
  from public, anon, authenticated;
