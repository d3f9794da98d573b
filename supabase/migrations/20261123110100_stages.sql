-- How far applications came: to the interview, to their acceptance. What was reached stays reached, whatever is decided
-- later; only the undo of the very move that led there takes it back.

create function private.note_stages() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status in ('interview', 'accepted') then
    new.interviewed_at := coalesce(new.interviewed_at, new.status_changed_at);
  end if;
  if new.status = 'accepted' then
    new.accepted_at := coalesce(new.accepted_at, new.status_changed_at);
  end if;
  return new;
end
$$;

-- After guard_application, which sets the time.
create trigger note_stages
  before update of status on public.applications
  for each row when (new.status is distinct from old.status)
  execute function private.note_stages();

revoke all on function private.note_stages() from public, anon, authenticated;
