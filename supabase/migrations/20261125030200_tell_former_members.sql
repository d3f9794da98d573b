-- History tells an erased member from the system: their address is ''. What was erased before stays the system's.

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
  'private.remove_account(uuid)',
  $old$     set actor = null, actor_email = null where actor = of_user or actor_email = address;
$old$,
  $new$     set actor = null, actor_email = '' where actor = of_user or actor_email = address;
$new$
);

select pg_temp.write_into(
  'private.remove_account(uuid)',
  $old$       || case when detail ->> 'from' = address then '{"from": null}'::jsonb else '{}' end
       || case when detail ->> 'to' = address then '{"to": null}'::jsonb else '{}' end
$old$,
  $new$       || case when detail ->> 'from' = address then '{"from": ""}'::jsonb else '{}' end
       || case when detail ->> 'to' = address then '{"to": ""}'::jsonb else '{}' end
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
