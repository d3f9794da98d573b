-- What the tally counts as none is not looked for: of withdrawn applications without a confirmed address, in the order of
-- names, 80,000 rows were read at a million to find that there are none.

-- Whether the tally counts none that meet `filtered`, a filter that is_tallied.
create function private.is_tallied_empty(filtered text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  is_empty boolean;
begin
  execute 'select coalesce(sum(a.n), 0) = 0 from private.counted_applications a where ' || filtered into is_empty;
  return is_empty;
end
$$;

revoke all on function private.is_tallied_empty(text) from public, anon, authenticated;

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
  'private.list_page(jsonb, text, boolean, jsonb, integer)',
  $old$((after ->> 0)::timestamptz at time zone 'UTC')::date, direction, wanted)
$old$,
  $new$((after ->> 0)::timestamptz at time zone 'UTC')::date, direction, wanted)
      when is_tallied and private.is_tallied_empty(filtered) then '{}'
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
