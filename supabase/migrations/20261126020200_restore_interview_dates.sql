-- An undo puts back the interview's date that the undone move had forgotten. Batches of before keep what is there.

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
  'private.change_applications(uuid[], jsonb, jsonb)',
  $old$    select a.id, a.status, a.assignee, a.tags, a.interviewed_at, a.accepted_at
$old$,
  $new$    select a.id, a.status, a.assignee, a.tags, a.interview_at, a.interviewed_at, a.accepted_at
$new$
);

select pg_temp.write_into(
  'private.change_applications(uuid[], jsonb, jsonb)',
  $old$             'interviewed_at', l.interviewed_at, 'accepted_at', l.accepted_at) as before
$old$,
  $new$             'interview_at', l.interview_at, 'interviewed_at', l.interviewed_at, 'accepted_at', l.accepted_at) as before
$new$
);

select pg_temp.write_into(
  'public.review_move_along(uuid, bigint, text[], jsonb)',
  $old$           'status', a.status, 'interviewed_at', a.interviewed_at, 'accepted_at', a.accepted_at)
$old$,
  $new$           'status', a.status, 'interview_at', a.interview_at,
           'interviewed_at', a.interviewed_at, 'accepted_at', a.accepted_at)
$new$
);

select pg_temp.write_into(
  'public.review_undo(uuid)',
  $old$           interviewed_at = case when kind <> 'status' then a.interviewed_at
$old$,
  $new$           interview_at = case when kind = 'status' and i.before ? 'interview_at'
             then (i.before ->> 'interview_at')::timestamptz else a.interview_at
           end,
           interviewed_at = case when kind <> 'status' then a.interviewed_at
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
