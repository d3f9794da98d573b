-- Taking an application out of the database for good. Every way to do so ends here: an owner's press, the applicant's,
-- retention.

-- Which applications were erased and when, and no more: a copy that is restored from before learns it from here.
create table private.erasures (
  application_id uuid constraint erasures_pkey primary key,
  erased_at timestamptz not null default clock_timestamp(),
  reason text not null
    constraint erasures_reason_check check (reason in ('owner', 'applicant', 'retention'))
);

revoke all on table private.erasures from public, anon, authenticated, service_role;

-- Erases one application with all that belongs to it; false when there is none.
create function private.erase_application(of_application uuid, reason text) returns boolean
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  delete from public.applications a where a.id = of_application;
  if not found then
    return false;
  end if;
  insert into private.erasures (application_id, reason) values (of_application, erase_application.reason)
  on conflict on constraint erasures_pkey do nothing;
  return true;
end
$$;

revoke all on function private.erase_application(uuid, text) from public, anon, authenticated;
