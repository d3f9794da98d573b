-- What is shown of the next application comes in one answer, and so does what one screen counts.

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
  'public.review_ahead(uuid[])',
  $old$        'application', public.review_application(of_application), 'evidence', public.review_evidence(of_application));
$old$,
  $new$        'application', public.review_application(of_application), 'evidence', public.review_evidence(of_application),
        'others', public.review_same_person(of_application));
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);

-- The same of several filters, at most ten, in their order: what one screen counts is one request.
create function public.review_counts(filters jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off
as $$
begin
  perform private.demand('reader');
  if (case when jsonb_typeof(filters) = 'array' then jsonb_array_length(filters) > 10 else true end) then
    raise invalid_parameter_value using message = 'At most 10 filters are counted at once.';
  end if;
  return (
    select coalesce(jsonb_agg(public.review_count(f.filter) order by f.place), '[]')
      from jsonb_array_elements(filters) with ordinality as f (filter, place)
  );
end
$$;

revoke all on function public.review_counts(jsonb) from public, anon, authenticated;
grant execute on function public.review_counts(jsonb) to authenticated;
