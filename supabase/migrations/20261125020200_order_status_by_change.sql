-- One status in the order of its last changes, as its index has it: after thousands were moved at once, the latest of
-- another status lay behind all of them, and all of that status were sorted.
create index applications_status_changed_idx on public.applications (status, status_changed_at, id)
  where status <> 'submitted';

-- Rows are tried as they come in their order: also where PostgreSQL knows nothing of the table yet, it sorts none of them.
alter function private.try_in_order(text, text, text, integer, integer) set enable_sort = off;
alter function private.try_in_order(text, text, text, integer, integer) set jit = off;

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
  $old$  ordering := format('order by$old$,
  $new$  if sort = 'changed' and jsonb_array_length(filter -> 'status') = 1 and not filter -> 'status' ? 'submitted' then
    bounds := format('a.status = %L and a.status <> ''submitted''', filter -> 'status' ->> 0);
  end if;
  ordering := format('order by$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
