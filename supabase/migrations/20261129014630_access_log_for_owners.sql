-- On the floor `screens`.
-- The access log as owners see it.

-- A page of the filtered log, newest first, with one entry more when there are more.
create function private.access_log_page(filter jsonb, before bigint, page_size integer) returns setof public.access_log
language plpgsql stable set search_path = ''
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
       and private.shows_action(l.kind, l.actor, l.application_id)
     order by l.id desc
     limit page_size + 1;
end
$$;

-- For owners. Returns a page of the log. `before` is the last row's id. `name` is the applicant's while the application
-- exists. `rows` is the number of rows of an export, at its end or so far.
create function public.review_access_log(filter jsonb default '{}', before bigint default null, page_size integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page jsonb[];
begin
  perform private.demand('owner');
  if coalesce(page_size, 0) not between 1 and 200 then
    perform private.refuse(400, 'invalid_value', 'A page has 1 to 200 entries.');
  end if;
  select array_agg(to_jsonb(l) || jsonb_build_object(
      'name', a.name, 'exists', a.id is not null, 'content', c.content,
      'rows', coalesce((l.detail ->> 'rows')::bigint, x.rows),
      'reason', case when l.kind = 'erased' then e.reason end) order by l.id desc)
    into page
    from private.access_log_page(filter, before, page_size) l
    left join public.access_log_content c on c.entry_id = l.id
    left join private.exports x on x.entry_id = l.id and x.ended_at is null
    left join public.applications a on a.id = l.application_id and private.is_present(a.erasing_at)
    left join private.erasures e on e.id = l.application_id and e.kind = 'application';
  return private.page_of(page, page_size);
end
$$;

-- For owners. Returns everyone with an entry, including former members, by their latest e-mail.
create function public.review_access_log_actors() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('owner');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', l.actor, 'email', l.actor_email) order by l.actor_email), '[]')
      from public.access_log l
     where l.id in (select max(o.id) from public.access_log o where o.actor is not null group by o.actor)
  );
end
$$;

-- For owners. Returns the filtered log for a file, page by page, without applicants' names and searched words, because no
-- erasure reaches a file. A page writes an entry unless it continues the caller's export of the last hour with the same
-- filter, which began after everything in this page was written.
create function public.review_access_log_export(filter jsonb default '{}', before bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
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

grant execute on function public.review_access_log, public.review_access_log_actors, public.review_access_log_export to
  authenticated;
