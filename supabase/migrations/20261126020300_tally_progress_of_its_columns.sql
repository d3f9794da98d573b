-- A change of other columns, of tags or of what a mail notes, asks nothing about progress. The status is among the columns:
-- what comes with a move is set by triggers before, and no target of the statement.
drop trigger tally_changed_progress on public.applications;

create trigger tally_changed_progress
  after update of status, created_at, source, first_reviewed_at, decided_at, interviewed_at, accepted_at
  on public.applications
  for each row when (
    (old.created_at, old.source, old.first_reviewed_at, old.decided_at, old.interviewed_at, old.accepted_at)
    is distinct from
    (new.created_at, new.source, new.first_reviewed_at, new.decided_at, new.interviewed_at, new.accepted_at)
  )
  execute function private.tally_progress();
