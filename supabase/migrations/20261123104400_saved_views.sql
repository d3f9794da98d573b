-- Views people come back to: the search part of the address, by name. Their own, and what others share.

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references public.user_roles (user_id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 80),
  query text not null check (char_length(query) <= 2000),
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  constraint saved_views_name_key unique (owner, name)
);

revoke all on table public.saved_views from public, anon, authenticated;
grant select, delete on table public.saved_views to authenticated;
grant insert (name, query, shared), update (name, query, shared) on table public.saved_views to authenticated;
grant select, insert, update, delete on table public.saved_views to service_role;

alter table public.saved_views enable row level security;

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
    and (owner = (select auth.uid()) or (shared and (select public.review_access()) = 'owner')));

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
    raise sqlstate 'PT422' using message = 'A member can save 100 views. Remove one first.';
  end if;
  return null;
end
$$;

create trigger limit_saved_views
  after insert on public.saved_views
  referencing new table as views_added
  for each statement execute function private.limit_saved_views();

revoke all on function private.limit_saved_views() from public, anon, authenticated;
