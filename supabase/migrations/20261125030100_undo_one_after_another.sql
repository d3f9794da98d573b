-- After an undo the change before it can be taken back too.

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
  'public.review_undo(uuid)',
  $old$    returning a.id
  )
  select (select count(*) from put_back),
$old$,
  $new$    returning a.id, a.version
  ),
  -- An application stands again as the batch before this one left it: that one can be taken back next, and so on, while
  -- nothing else lies between. A batch of one may have led along several arrows.
  stands_again as (
    update public.review_batch_items earlier
       set version = earlier.version + p.version - own.version + steps.n
      from put_back p
      join public.review_batch_items own on own.batch_id = batch.id and own.application_id = p.id
     cross join (
       select case when batch.changed = 1 then (
           select count(*) from public.application_events e where e.batch_id = batch.id and e.kind in ('moved', 'assigned')
         ) else 1 end as n
     ) steps
     where kind in ('status', 'assignee')
       and earlier.application_id = p.id and earlier.version <= own.version - steps.n
  )
  select (select count(*) from put_back),
$new$
);

select pg_temp.write_into(
  'private.overtake_mails()',
  $old$  if current_setting('review.undo', true) = 'on' then
    update public.application_mails m
       set state = 'due',$old$,
  $new$  if current_setting('review.undo', true) = 'on' then
    -- What the undone move made former is of the latest stay before it that is not undone.
    update public.application_mails m set is_former = false
      from (
        select e.batch_id, e.at from public.application_events e
         where e.application_id = new.id and e.kind = 'moved' and e.detail ->> 'to' = old.status
           and e.batch_id is distinct from nullif(current_setting('review.batch', true), '')::uuid
           and not exists (select from public.review_batches b where b.id = e.batch_id and b.undone_at is not null)
         order by e.id desc limit 1
      ) stay
     where m.application_id = new.id and m.kind = 'review' and m.about = old.status and m.is_former
       and (m.batch_id = stay.batch_id or m.created_at >= stay.at);
    update public.application_mails m
       set state = 'due',$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
