-- On the floor `ground`.
-- The access log of reads, exports and changes (docs/review-data.md, "Access log"). Entries contain ids and verbs, and the
-- e-mail of the acting member, but no name or text of an applicant. There is no network address and no session, because
-- the member can be asked.

-- An entry of the log. Kinds are not listed here. Each kind of application_events is one, and the history may get others.
create table public.access_log (
  -- The order of writing, whatever clocks say.
  id bigint generated always as identity constraint access_log_pkey primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null for the applicant, a schedule or the command line. Copied, so that they outlive the account.
  actor uuid,
  actor_email text, -- personal data
  kind text not null constraint access_log_kind_check check (kind ~ '^[a-z_]{1,40}$'),
  -- No foreign key, because an entry outlives the application.
  application_id uuid,
  batch_id uuid,
  detail jsonb not null default '{}' -- personal data
);

-- No API role reads or writes them, functions do. Owners read by those of *_access_log_for_owners.sql.

alter table public.access_log enable row level security;

create index access_log_at_idx on public.access_log (at);
create index access_log_actor_idx on public.access_log (actor, id);
create index access_log_kind_idx on public.access_log (kind, id);
create index access_log_application_idx on public.access_log (application_id, id) where application_id is not null;

-- Content that may name a person (the words of an exported search), separate from its entry, so that an erasure can empty
-- it.
create table public.access_log_content (
  entry_id bigint constraint access_log_content_pkey primary key
    constraint access_log_content_entry_id_fkey references public.access_log (id) on delete cascade,
  content jsonb not null -- personal data
);

alter table public.access_log_content enable row level security;

-- Entries from before this moment have been kept as long as the lab's terms say.
create function private.access_log_horizon() returns timestamptz
language sql stable set search_path = ''
as $$
  select clock_timestamp() - make_interval(months => t.access_log_months) from public.lab_terms t
$$;

-- Entries are only added, for every role including the tables' owner. They are deleted when they expire and not before.
-- No client may change them, so it is an error of PostgreSQL instead of private.refuse.
create function private.protect_access_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.at < private.access_log_horizon() then
    return old;
  end if;
  raise object_not_in_prerequisite_state using message = 'The access log is only added to.';
end
$$;

create trigger protect_access_log
  before update or delete on public.access_log
  for each row execute function private.protect_access_log();

create trigger protect_whole_access_log
  before truncate on public.access_log
  for each statement execute function private.protect_access_log();

-- Adds one entry in the caller's name and answers its id.
create function private.log_access(
  kind text, of_application uuid default null, detail jsonb default '{}', content jsonb default null, batch uuid default null
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  entry bigint;
begin
  insert into public.access_log (actor, actor_email, kind, application_id, batch_id, detail)
  values (auth.uid(), private.caller_email(), kind, of_application, batch, detail)
  returning id into entry;
  if content <> '{}' then
    insert into public.access_log_content (entry_id, content) values (entry, content);
  end if;
  return entry;
end
$$;

-- Returns true if the caller has an entry for this action, or for opening, with this application from the last ten
-- minutes. Entries in the future after a clock change do not count.
create function private.has_read_lately(of_application uuid, action text) returns boolean
language sql volatile set search_path = ''
as $$
  select exists (
    select from public.access_log l
     where l.application_id = of_application and l.actor = auth.uid() and l.kind in ('opened', action)
       and l.at between clock_timestamp() - interval '10 minutes' and clock_timestamp()
  )
$$;

-- For functions that return a whole application. It writes one entry per person, application and ten minutes. A prefetch
-- has the action 'prefetched' (review_application_prefetch), and opening it then adds another entry.
create function private.log_opening(of_application uuid, action text default 'opened') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.has_read_lately(of_application, action) then
    return;
  end if;
  -- Two windows at once. The second waits here and then sees the first one's entry.
  perform pg_advisory_xact_lock(hashtextextended(auth.uid()::text || of_application::text, 0));
  if not private.has_read_lately(of_application, action) then
    perform private.log_access(action, of_application);
  end if;
end
$$;

-- Members who joined or left, and changes of access. An invitation is its sender's action, although the service role
-- writes it.
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

-- Returns the changed columns of a row, numbers and switches with their values, texts without.
create function private.changed_columns(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, case
      when jsonb_typeof(value) in ('number', 'boolean') then jsonb_build_array(before -> key, value)
      else 'null' end), '{}')
    from jsonb_each(after)
   where value is distinct from before -> key and key not in ('version', 'changed_at', 'changed_by')
$$;

-- Changes of the lab's settings. The trigger's arguments are the kind of the entry, and the columns that name the row.
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

create trigger log_lab_settings
  after update on public.lab_settings
  for each row execute function private.log_settings('settings_changed');
