-- Hits are sorted as they are read: the first of a page are kept, and no other is written aside.

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
  'private.sort_all(text, text, text, integer)',
  $old$    'with hits as materialized (select %s as key, a.id from public.applications a where %s)
     select array_agg(h.id) from (select h.id from hits h order by h.key %s, h.id %s limit %s) h',
$old$,
  $new$    -- Sorted outside of what is read, for PostgreSQL would else read a million rows in their order.
    'select array_agg(h.id) from (
       select h.id from (select %s as key, a.id from public.applications a where %s offset 0) h
        order by h.key %s, h.id %s limit %s
     ) h',
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
