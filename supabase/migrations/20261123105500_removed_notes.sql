-- Notes that were removed within the last day: they can be put back as what they were.

-- The note with its versions and mentions; its texts once more, for the person whom they are about may ask
-- for them without learning who wrote them.
create table private.removed_notes (
  note_id uuid constraint removed_notes_pkey primary key,
  application_id uuid not null
    constraint removed_notes_application_id_fkey references public.applications (id) on delete cascade,
  texts text[] not null,
  kept_note jsonb not null,
  removed_by uuid,
  removed_at timestamptz not null default clock_timestamp()
);
create index removed_notes_application_idx on private.removed_notes (application_id);

revoke all on table private.removed_notes from public, anon, authenticated, service_role;

-- Keeps a note that is about to be deleted.
create function private.keep_removed_note(of_note uuid) returns void
language sql set search_path = ''
as $$
  insert into private.removed_notes (note_id, application_id, texts, kept_note, removed_by)
  select n.id, n.application_id,
         array(select v.body from public.application_note_versions v where v.note_id = n.id order by v.version),
         jsonb_build_object(
           'note', to_jsonb(n),
           'versions', (select jsonb_agg(to_jsonb(v)) from public.application_note_versions v where v.note_id = n.id),
           'mentions', (select jsonb_agg(to_jsonb(m)) from public.note_mentions m where m.note_id = n.id)),
         auth.uid()
    from public.application_notes n where n.id = of_note
$$;

-- Whether the caller may know of a removed note: it was theirs alone, or they see what others think.
create function private.shows_removed_note(removed private.removed_notes) returns boolean
language sql stable set search_path = ''
as $$
  select private.sees_others(removed.application_id, auth.uid())
    or (removed.kept_note -> 'note' ->> 'author' = auth.uid()::text and not exists (
      select from jsonb_array_elements(removed.kept_note -> 'versions') v
       where v ->> 'editor' is distinct from auth.uid()::text))
$$;

-- For who removed it, and for owners: puts a note back as it was, with its number, its author, its versions and those whom
-- it mentions and who are still in the lab. Putting back what is there is no error.
create function public.review_note_restore(note_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  k private.removed_notes;
  there public.application_notes;
begin
  perform private.demand('reviewer');
  delete from private.removed_notes r
   where r.note_id = review_note_restore.note_id
     and (r.removed_by = auth.uid() or public.review_access() = 'owner')
     and private.shows_removed_note(r)
  returning * into k;
  if not found then
    if exists (select from private.removed_notes r where r.note_id = review_note_restore.note_id and private.shows_removed_note(r)) then
      raise insufficient_privilege using message = 'Only an owner puts back what someone else removed.';
    end if;
    select * into there from public.application_notes n where n.id = review_note_restore.note_id and private.shows_note(n);
    if found then
      perform private.log_opening(there.application_id);
      return private.shown_note(there);
    end if;
    raise sqlstate 'PT404' using message = 'This note is gone for good.';
  end if;
  insert into public.application_notes
  select * from jsonb_populate_record(null::public.application_notes, k.kept_note -> 'note');
  insert into public.application_note_versions
  select * from jsonb_populate_recordset(null::public.application_note_versions, k.kept_note -> 'versions');
  insert into public.note_mentions
  select m.* from jsonb_populate_recordset(null::public.note_mentions, nullif(k.kept_note -> 'mentions', 'null')) m
   where exists (select from public.user_roles r where r.user_id = m.member_id);
  perform private.record_event(k.application_id, 'noted', jsonb_build_object('note', k.note_id, 'restored', true));
  return (select private.shown_note(n) from public.application_notes n where n.id = k.note_id);
end
$$;

revoke all on function private.keep_removed_note(uuid), private.shows_removed_note(private.removed_notes), public.review_note_restore(uuid)
  from public, anon, authenticated;
grant execute on function public.review_note_restore(uuid) to authenticated;
