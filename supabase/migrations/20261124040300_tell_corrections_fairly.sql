-- The mail that an applicant corrected something goes to an assignee once there is a score: one that the assignee may know of.

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
  'private.record_correction(public.applications, public.applications)',
  $old$    and exists (select from public.application_ratings r where r.application_id = after.id)
$old$,
  $new$    and exists (
      select from public.application_ratings r
       where r.application_id = after.id
         and (r.reviewer = after.assignee or private.sees_others(after.id, after.assignee)))
$new$
);

select pg_temp.write_into(
  'public.review_application(uuid)',
  $old$m.application_id = a.id and m.kind <> 'lab'
$old$,
  $new$m.application_id = a.id and m.kind <> 'lab'
         -- To the assignee, where there is a score: it would tell that there is.
         and (m.topic is distinct from 'corrected' or sees_others)
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
