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

create policy "admins remove their own views" on public.saved_views
  for delete to authenticated
  using ((select public.is_admin()) and owner = (select auth.uid()));
