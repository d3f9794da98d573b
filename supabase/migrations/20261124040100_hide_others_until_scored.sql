-- Until one's own scorecard is complete nothing tells what others think, where the lab wants it so: not the row's rating,
-- its order, the export, notes, history, what changed lately or the access log.

-- Whether the caller may know of a note: it is theirs alone, or they see what others think.
create function private.shows_note(note public.application_notes) returns boolean
language sql stable set search_path = ''
as $$
  select private.sees_others(note.application_id, auth.uid())
    or (note.author = auth.uid() and not exists (
      select from public.application_note_versions v where v.note_id = note.id and v.editor is distinct from auth.uid()))
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

revoke all on function private.shows_note(public.application_notes), private.shows_removed_note(private.removed_notes)
  from public, anon, authenticated;

-- Writes other words into a function as it stands, so that what else changed it stays. Refuses where they are not there once.
create function pg_temp.write_into(of_function regprocedure, old_words text, new_words text) returns void
language plpgsql
as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if (length(definition) - length(replace(definition, old_words, ''))) <> length(old_words) then
    raise exception '% is not as this migration knows it.', of_function;
  end if;
  execute replace(definition, old_words, new_words);
end
$$;

select pg_temp.write_into(
  'private.list_row(public.applications, text)',
  $old$'rating', a.rating, 'source'$old$,
  $new$'rating', case when private.sees_others(a.id, auth.uid()) then a.rating else 0 end, 'source'$new$
);

select pg_temp.write_into(
  'private.list_page(jsonb, text, boolean, jsonb, integer)',
  $old$format('There is no order "%s".', sort);
  end if;
$old$,
  $new$format('There is no order "%s".', sort);
  end if;
  if sort = 'rating' and (select s.hides_others_until_scored from public.review_settings s) then
    raise sqlstate 'PT422' using
      message = 'While others'' scores are hidden, the list has no order by rating: it would tell them.';
  end if;
$new$
);

select pg_temp.write_into(
  'private.export_page(jsonb, jsonb, integer)',
  $old$          'rating', nullif(a.rating, 0), 'source', a.source,$old$,
  $new$          'rating', case
            when (select not s.hides_others_until_scored from public.review_settings s)
              or private.sees_others(a.id, auth.uid()) then nullif(a.rating, 0)
          end,
          'source', a.source,$new$
);

select pg_temp.write_into(
  'public.review_note_edit(uuid, integer, text)',
  $old$  if not found then
    raise sqlstate 'PT404' using message = 'This note is no longer there.';
  end if;
$old$,
  $new$  if not found or not private.shows_note(note) then
    raise sqlstate 'PT404' using message = 'This note is no longer there.';
  end if;
  if note.author is distinct from auth.uid() and (select s.hides_others_until_scored from public.review_settings s) then
    raise insufficient_privilege using message = 'While others'' scores are hidden, only its author edits a note.';
  end if;
$new$
);

select pg_temp.write_into(
  'public.review_note_remove(uuid)',
  $old$  if not found then$old$,
  $new$  if not found or not private.shows_note(note) then$new$
);

select pg_temp.write_into(
  'public.review_note_versions(uuid)',
  $old$  select n.application_id into of_application from public.application_notes n where n.id = review_note_versions.note_id;
$old$,
  $new$  select n.application_id into of_application from public.application_notes n
   where n.id = review_note_versions.note_id and private.shows_note(n);
$new$
);

select pg_temp.write_into(
  'public.review_application(uuid)',
  $old$  answers jsonb;
begin$old$,
  $new$  answers jsonb;
  sees_others boolean;
begin$new$
);

select pg_temp.write_into(
  'public.review_application(uuid)',
  $old$  perform private.log_opening(a.id);
$old$,
  $new$  perform private.log_opening(a.id);
  sees_others := private.sees_others(a.id, auth.uid());
$new$
);

select pg_temp.write_into(
  'public.review_application(uuid)',
  $old$where n.application_id = a.id
$old$,
  $new$where n.application_id = a.id and private.shows_note(n)
$new$
);

select pg_temp.write_into(
  'public.review_application(uuid)',
  $old$'criterion', r.criterion, 'score', r.score) order by u.email), '[]')
        from public.application_ratings r join auth.users u on u.id = r.reviewer where r.application_id = a.id
    ),
    'criteria', (select jsonb_agg(to_jsonb(c) order by c.position) from public.rating_criteria c),
$old$,
  $new$'criterion', r.criterion, 'score', r.score) order by u.email, r.criterion), '[]')
        from public.application_ratings r join auth.users u on u.id = r.reviewer
       where r.application_id = a.id and (sees_others or r.reviewer = auth.uid())
    ),
    'sees_others', sees_others,
    'scorecards', private.scorecards(a.id),
    'criteria', private.criteria_of(a.id),
$new$
);

select pg_temp.write_into(
  'public.review_application(uuid)',
  $old$        from (select * from public.application_events e where e.application_id = a.id order by e.id desc limit 200) e
$old$,
  $new$        from (
          select * from public.application_events e
           where e.application_id = a.id and private.shows_deed(e.kind, e.actor, e.application_id)
           order by e.id desc limit 200
        ) e
$new$
);

select pg_temp.write_into(
  'public.review_pulse(bigint)',
  $old$    'last_event', (select coalesce(max(e.id), 0) from public.application_events e),
$old$,
  $new$    'last_event', coalesce((
      select e.id from public.application_events e
       where private.shows_deed(e.kind, e.actor, e.application_id)
       order by e.id desc limit 1), 0),
$new$
);

select pg_temp.write_into(
  'public.review_pulse(bigint)',
  $old$interval '20 seconds')
           order$old$,
  $new$interval '20 seconds')
             and private.shows_deed(e.kind, e.actor, e.application_id)
           order$new$
);

select pg_temp.write_into(
  'private.access_log_page(jsonb, bigint, integer)',
  $old$       and (ends is null or l.at < ends)
$old$,
  $new$       and (ends is null or l.at < ends)
       and private.shows_deed(l.kind, l.actor, l.application_id)
$new$
);

select pg_temp.write_into(
  'public.review_data_request(uuid)',
  $old$  perform private.log_access('data_downloaded', review_data_request.application_id);
$old$,
  $new$  perform private.log_access('data_downloaded', review_data_request.application_id);
  perform private.reveal_others(review_data_request.application_id, auth.uid());
$new$
);

select pg_temp.write_into(
  'public.review_note_restore(uuid)',
  $old$     and (r.removed_by = auth.uid() or public.review_access() = 'owner')
$old$,
  $new$     and (r.removed_by = auth.uid() or public.review_access() = 'owner')
     and private.shows_removed_note(r)
$new$
);

select pg_temp.write_into(
  'public.review_note_restore(uuid)',
  $old$where r.note_id = review_note_restore.note_id) then
$old$,
  $new$where r.note_id = review_note_restore.note_id and private.shows_removed_note(r)) then
$new$
);

select pg_temp.write_into(
  'public.review_note_restore(uuid)',
  $old$where n.id = review_note_restore.note_id) then
$old$,
  $new$where n.id = review_note_restore.note_id and private.shows_note(n)) then
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
