-- Exports from their first page to their last, with their filter and number of rows.

-- Exports under way, so that pages after the first belong to one entry. Rows are counted as they are handed out.
create table private.exports (
  entry_id bigint constraint exports_pkey primary key
    constraint exports_entry_id_fkey references public.access_log (id) on delete cascade,
  actor uuid not null,
  -- The filter's digest, because pages of one export share one filter. Deleted after a day, after which the export cannot
  -- continue.
  filter_digest bytea,
  rows bigint not null default 0,
  -- The last page, which may be requested again, because its answer may have been lost.
  last_after jsonb,
  last_rows integer not null default 0,
  ended_at timestamptz
);

-- Writes that an export begins and answers its entry. Words that may name a person lie apart from it.
create function private.begin_export(filter jsonb, format text) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text[] := array['search', 'tag', 'source'];
  entry bigint;
begin
  if format is not null and format not in ('csv', 'json') then
    raise invalid_parameter_value using message = 'An export is csv or json.';
  end if;
  entry := private.log_access(
    'export_started', null,
    jsonb_strip_nulls(jsonb_build_object('format', format)) || jsonb_build_object('filter', filter - words),
    (select coalesce(jsonb_object_agg(key, left(value, 200)), '{}')
       from jsonb_each_text(filter) where key = any (words) and value is not null)
  );
  insert into private.exports (entry_id, actor, filter_digest)
  values (entry, auth.uid(), sha256(convert_to(filter::text, 'UTF8')));
  return entry;
end
$$;

-- Records the end of an export once, 'export_ended' after its last page, 'export_stopped' before.
create function private.end_export(entry bigint, kind text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  handed_out bigint;
begin
  update private.exports x set ended_at = clock_timestamp()
   where x.entry_id = entry and x.ended_at is null
  returning x.rows into handed_out;
  if found then
    perform private.log_access(kind, null, jsonb_build_object('export', entry, 'rows', handed_out));
  end if;
end
$$;

-- Returns a page of an export with its entry in the access log. Without `export_id` the page begins an export. With it, it
-- is the next page of that one, or the same again when its answer was lost.
create function public.review_export(
  filter jsonb default '{}', after jsonb default null, page_size integer default 2000,
  format text default null, export_id bigint default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' set jit = off
as $$
declare
  page jsonb;
  handed_out integer;
  under_way private.exports;
begin
  perform private.demand('reader');
  page := private.export_page(filter, after, page_size);
  export_id := coalesce(export_id, private.begin_export(filter, format));
  select * into under_way from private.exports x where x.entry_id = export_id and x.actor = auth.uid() for update;
  if not found
    or under_way.filter_digest is distinct from sha256(convert_to(filter::text, 'UTF8'))
    or (under_way.ended_at is not null and under_way.last_after is distinct from after) then
    raise sqlstate 'PT422' using message = 'This is no page of that export. Begin another one.';
  end if;
  handed_out := jsonb_array_length(page -> 'rows');
  update private.exports x
     set rows = x.rows + greatest(handed_out - case when x.last_after is distinct from after then 0 else x.last_rows end, 0),
         last_after = after, last_rows = handed_out
   where x.entry_id = export_id;
  if not (page ->> 'more')::boolean then
    perform private.end_export(export_id, 'export_ended');
  end if;
  return page || jsonb_build_object('export_id', export_id);
end
$$;

-- For the reader who stops an own export. Records it in the log.
create function public.review_export_stop(export_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  if exists (select from private.exports x where x.entry_id = export_id and x.actor = auth.uid()) then
    perform private.end_export(export_id, 'export_stopped');
  end if;
end
$$;

-- The access log as owners see it.

-- A page of the filtered log, newest first, with one entry more when there are more.
create function private.access_log_page(filter jsonb, before bigint, page_size integer) returns setof public.access_log
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
as $$
declare
  person uuid := nullif(filter ->> 'person', 'none')::uuid;
  is_without_account boolean := coalesce(filter ->> 'person' = 'none', false);
  kinds text[] := case when filter ->> 'kinds' is not null
    then array(select jsonb_array_elements_text(filter -> 'kinds')) end;
  application uuid := (filter ->> 'application')::uuid;
  days record;
begin
  perform private.demand_known_keys(filter, array['person', 'kinds', 'application', 'from', 'to', 'zone']);
  days := private.day_bounds(filter);
  return query
    select l.* from public.access_log l
     where (before is null or l.id < before)
       and (person is null or l.actor = person)
       and (not is_without_account or l.actor is null)
       and (kinds is null or l.kind = any (kinds))
       and (application is null or l.application_id = application)
       and (days.begins is null or l.at >= days.begins)
       and (days.ends is null or l.at < days.ends)
       and private.shows_deed(l.kind, l.actor, l.application_id)
     order by l.id desc
     limit page_size + 1;
end
$$;

-- For owners. Returns a page of the log. `before` is the last row's id. `name` is the applicant's while the application
-- exists. `rows` is the number of exported rows.
create function public.review_access_log(filter jsonb default '{}', before bigint default null, page_size integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  page jsonb[];
begin
  perform private.demand('owner');
  if coalesce(page_size, 0) not between 1 and 200 then
    raise invalid_parameter_value using message = 'A page has 1 to 200 entries.';
  end if;
  select array_agg(to_jsonb(l) || jsonb_build_object(
      'name', a.name, 'is_there', a.id is not null, 'content', c.content,
      'rows', coalesce((l.detail ->> 'rows')::bigint, x.rows),
      'reason', case when l.kind = 'erased' then e.reason end) order by l.id desc)
    into page
    from private.access_log_page(filter, before, page_size) l
    left join public.access_log_content c on c.entry_id = l.id
    left join private.exports x on x.entry_id = l.id
    left join public.applications a on a.id = l.application_id and private.is_present(a.erasing_at)
    left join private.erasures e on e.application_id = l.application_id;
  return private.page_of(page, page_size);
end
$$;

-- For owners. Returns everyone with an entry, including former members, by their latest e-mail.
create function public.review_access_log_people() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.demand('owner');
  return (
    with recursive actors as (
      (select l.actor from public.access_log l where l.actor is not null order by l.actor limit 1)
      union all
      select (select l.actor from public.access_log l where l.actor > p.actor order by l.actor limit 1)
        from actors p where p.actor is not null
    ),
    named as (
      select p.actor as user_id,
             (select l.actor_email from public.access_log l where l.actor = p.actor order by l.id desc limit 1) as email
        from actors p where p.actor is not null
    )
    select coalesce(jsonb_agg(to_jsonb(named) order by email), '[]') from named
  );
end
$$;

-- For owners. Returns the filtered log for a file, page by page, without applicants' names and searched words, because no
-- erasure reaches a file. A page writes an entry unless it continues the caller's export of the last hour with the same
-- filter, which began after everything in this page was written.
create function public.review_access_log_export(filter jsonb default '{}', before bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set jit = off
as $$
declare
  page_size constant integer := 2000;
  page jsonb[];
begin
  perform private.demand('owner');
  select array_agg(to_jsonb(l) order by l.id desc) into page from private.access_log_page(filter, before, page_size) l;
  if not exists (
    select from public.access_log l
     where l.kind = 'log_exported' and l.actor = auth.uid() and l.detail -> 'filter' = filter and l.id >= before
       and l.at between clock_timestamp() - interval '1 hour' and clock_timestamp()
  ) then
    perform private.log_access('log_exported', null, jsonb_build_object('filter', filter));
  end if;
  return private.page_of(page, page_size);
end
$$;

revoke all on function public.review_export, public.review_export_stop, public.review_access_log,
  public.review_access_log_people, public.review_access_log_export from public, anon, authenticated;
grant execute on function public.review_export, public.review_export_stop, public.review_access_log,
  public.review_access_log_people, public.review_access_log_export to authenticated;
