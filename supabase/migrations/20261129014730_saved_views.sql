-- On the floor `screens`.
-- Saved views of the review by name, own and shared ones. A view keeps filters, order and columns as the address writes
-- them, and no search words. Its tag goes with the tag.

-- Returns true if a view has known parameters with known values, so that it holds no words about a person. A view
-- of a source goes with the last application of it (private.erase_traces). The body is parsed now, because members cannot
-- reach the schema by name.
create function private.is_saved_view(view jsonb) returns boolean
language sql immutable
return
  jsonb_typeof(view) = 'object' and char_length(view::text) <= 2000 and not exists (
    select from jsonb_each(view) as parameter (name, kept), lateral (select kept #>> '{}') as written (value)
     where jsonb_typeof(kept) <> 'string' or not case name
       when 'screen' then value in ('triage', 'board')
       when 'status' then not exists (select from unnest(string_to_array(value, ',')) s where not private.is_status(s))
       when 'confirmed' then value in ('yes', 'no')
       when 'archived' then value = 'yes'
       when 'from' then value ~ '^\d{4}-\d{2}-\d{2}$'
       when 'to' then value ~ '^\d{4}-\d{2}-\d{2}$'
       when 'assignee' then value ~ '^(none|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$'
       when 'due' then value in ('waiting', 'overdue', 'soon')
       when 'promise' then value in ('waiting', 'answered', 'to_notify', 'ended')
       when 'source' then char_length(value) between 1 and 200
       when 'sort' then value ~ '^-?(created|name|rating|changed|due)$'
       when 'columns' then value ~ '^((sectors|due|rating|assignee|status|created|changed|source)(,|$))*$'
       else false
     end);

-- A member's view of the list.
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references public.user_roles (user_id) on delete cascade,
  name text not null check (char_length(name) <= 80 and private.trimmed(name) <> ''), -- personal data
  view jsonb not null default '{}' constraint saved_views_view_check check (private.is_saved_view(view)), -- personal data
  tag text constraint saved_views_tag_fkey references public.review_tags (name) on delete cascade, -- personal data
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  constraint saved_views_name_key unique (owner, name)
);

grant select, delete on table public.saved_views to authenticated;
grant insert (name, view, tag, shared), update (name, view, tag, shared) on table public.saved_views to authenticated;
grant select, insert, update, delete on table public.saved_views to service_role;

alter table public.saved_views enable row level security;

create index saved_views_tag_idx on public.saved_views (tag) where tag is not null;

create policy "admins read their own views and shared ones" on public.saved_views
  for select to authenticated
  using ((select public.is_admin()) and (shared or owner = (select auth.uid())));

create policy "admins save views" on public.saved_views
  for insert to authenticated
  with check ((select public.is_admin()) and owner = (select auth.uid()));

create policy "admins change their own views" on public.saved_views
  for update to authenticated
  using ((select public.is_admin()) and owner = (select auth.uid()))
  with check ((select public.is_admin()) and owner = (select auth.uid()));

create policy "admins remove their own views, owners shared ones" on public.saved_views
  for delete to authenticated
  using (
    (select public.is_admin())
    and (owner = (select auth.uid()) or (shared and (select public.my_access()) = 'owner')));

-- Refuses more than 100 views of a member. Every erasure compares each view with the person. The member's row is locked, so
-- that requests that run at the same time count each other's views.
create function private.limit_saved_views() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.user_roles r
    where r.user_id in (select v.owner from views_added v) order by r.user_id for no key update;
  if exists (
    select from public.saved_views v
     where v.owner in (select a.owner from views_added a)
     group by v.owner having count(*) > 100
  ) then
    perform private.refuse(422, 'too_many_views', 'A member can save 100 views. Remove one first.');
  end if;
  return null;
end
$$;

create trigger limit_saved_views
  after insert on public.saved_views
  referencing new table as views_added
  for each statement execute function private.limit_saved_views();
