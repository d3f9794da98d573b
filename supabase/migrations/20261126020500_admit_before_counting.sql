-- Who may not count hears that, and nothing about the filter.

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
  'public.review_count(jsonb)',
  $old$  conditions text := private.filter_condition(filter) || coalesce(' and ' || search, '');
  by_status jsonb;
$old$,
  $new$  conditions text;
  by_status jsonb;
$new$
);

select pg_temp.write_into(
  'public.review_count(jsonb)',
  $old$  perform private.demand('reader');
  execute case
$old$,
  $new$  perform private.demand('reader');
  conditions := private.filter_condition(filter) || coalesce(' and ' || search, '');
  execute case
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
