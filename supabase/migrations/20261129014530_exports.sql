-- On the floor `screens`.
-- Exports from their first page to their last, with their filter and number of rows.

-- Returns the filtered applications, newest first, for export, page by page, so that neither side holds all of them. Its
-- columns are those of supabase/functions/_shared/contract/export-columns.ts. review_export calls and logs it.
create function private.export_page(filter jsonb default '{}', after jsonb default null, page_size integer default 2000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb[];
begin
  perform private.demand('reader');
  if coalesce(page_size, 0) not between 1 and 2000 then
    perform private.refuse(400, 'invalid_value', 'A page of an export has 1 to 2000 applications.');
  end if;
  execute format(
    $query$
      select array_agg(
        jsonb_build_object(
          'id', a.id, 'created_at', a.created_at, 'name', a.name, 'email', a.email, 'linkedin', a.linkedin,
          'sectors', a.sectors, %s, 'questions_version', a.questions_version,
          'status', a.status, 'status_changed_at', a.status_changed_at,
          'email_confirmed_at', a.email_confirmed_at, 'confirmation_mail', a.confirmation_mail,
          'archived_at', a.archived_at, 'promise', private.promise_of(a), 'notified_at', a.notified_at,
          'due_at', case
            when private.promise_of(a) = 'waiting'
              then private.promise_since(a.email_confirmed_at, a.waiting_since) + (select private.answer_time())
          end,
          'assignee', (select u.email from auth.users u where u.id = a.assignee), 'tags', a.tags,
          'rating', nullif(private.seen_rating(a), 0), 'source', a.source,
          'evidence_link', e.link, 'evidence_repository', e.repository, 'evidence_words', e.words,
          'cursor', jsonb_build_array((a.created_at at time zone 'UTC')::text || '+00', a.id)
        ) order by a.created_at desc, a.id desc
      )
      from private.list_page($1, 'created', true, $2, $3) a
      left join public.application_evidence e on e.application_id = a.id
    $query$,
    private.answer_pairs()
  ) into page using filter, after, page_size;
  return private.page_of(page, page_size);
end
$$;

-- Exports under way, so that pages after the first belong to one entry. Rows are counted as they are handed out. An ended one
-- remains until the person begins another, or a day, in case its last page is requested again.
create table private.exports (
  entry_id bigint constraint exports_pkey primary key
    constraint exports_entry_id_fkey references public.access_log (id) on delete cascade,
  actor uuid not null,
  -- The filter's digest, because pages of one export share one filter.
  filter_digest bytea not null,
  rows bigint not null default 0,
  -- The last page, which may be requested again, because its answer may have been lost.
  last_after jsonb -- personal data
    constraint exports_last_after_check check (char_length(last_after::text) <= 200),
  last_rows integer not null default 0,
  ended_at timestamptz
);

-- Records the beginning of an export and returns its entry. Words that may name a person are stored apart from it.
create function private.begin_export(filter jsonb, format text) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text[] := array['search', 'tag', 'source'];
  entry bigint;
begin
  -- Refuses an invalid filter.
  perform private.filter_condition(filter);
  if format is not null and format not in ('csv', 'json') then
    perform private.refuse(400, 'invalid_value', 'An export is csv or json.');
  end if;
  -- Every erasure reads the words of all exports.
  if not private.may_member('export') then
    perform private.refuse(422, 'too_many_exports', 'You reached the limit of exports for one day. Try again tomorrow.');
  end if;
  entry := private.log_access(
    'export_started', null,
    jsonb_strip_nulls(jsonb_build_object('format', format)) || jsonb_build_object('filter', filter - words),
    (select coalesce(jsonb_object_agg(key, left(value, 200)), '{}')
       from jsonb_each_text(filter) where key = any (words) and value is not null)
  );
  delete from private.exports x where x.actor = auth.uid() and x.ended_at is not null;
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
language plpgsql volatile security definer set search_path = ''
as $$
declare
  page jsonb;
  handed_out integer;
  under_way private.exports;
begin
  perform private.demand('reader');
  export_id := coalesce(export_id, private.begin_export(filter, format));
  select * into under_way from private.exports x where x.entry_id = export_id and x.actor = auth.uid() for update;
  if not found
    or under_way.filter_digest is distinct from sha256(convert_to(filter::text, 'UTF8'))
    or (under_way.ended_at is not null and under_way.last_after is distinct from after) then
    perform private.refuse(422, 'export_mismatch', 'This page does not belong to that export. Start the export again.');
  end if;
  page := private.export_page(filter, after, page_size);
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

grant execute on function public.review_export, public.review_export_stop to authenticated;
