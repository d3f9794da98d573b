-- Who has waited longest comes first: the order of the days on which answers are due, for those who wait.

-- The index of who waits has that order, and says without the table whose each one is.
drop index public.applications_waiting_idx;
create index applications_waiting_idx on public.applications (email_confirmed_at, id)
  include (created_at, status, assignee)
  where email_confirmed_at is not null and first_answered_at is null and archived_at is null
    and status in ('submitted', 'in_review', 'interview');

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
  'private.due_condition(text)',
  $old$  case due
    when 'overdue' then$old$,
  $new$  case due
    when 'waiting' then
      return waiting;
    when 'overdue' then$new$
);

select pg_temp.write_into(
  'private.due_condition(text)',
  $old$'The filter "due" is overdue or soon.'$old$,
  $new$'The filter "due" is waiting, overdue or soon.'$new$
);

select pg_temp.write_into(
  'private.list_page(jsonb, text, boolean, jsonb, integer)',
  $old$    when 'rating' then 'a.rating' when 'changed' then 'a.status_changed_at'
$old$,
  $new$    when 'rating' then 'a.rating' when 'changed' then 'a.status_changed_at' when 'due' then 'a.email_confirmed_at'
$new$
);

select pg_temp.write_into(
  'private.list_page(jsonb, text, boolean, jsonb, integer)',
  $old$    raise invalid_parameter_value using message = format('There is no order "%s".', sort);
  end if;
$old$,
  $new$    raise invalid_parameter_value using message = format('There is no order "%s".', sort);
  end if;
  if sort = 'due' then
    if filter ->> 'due' is null then
      raise invalid_parameter_value using message = 'The order "due" is one of those who wait: filter by "due".';
    end if;
    -- What is tried in order is then read from the index of who waits, and not sorted out of all.
    bounds := private.due_condition(filter ->> 'due');
  end if;
$new$
);

select pg_temp.write_into(
  'private.list_page(jsonb, text, boolean, jsonb, integer)',
  $old$    bounds := format(
      '(%s, a.id) %s (%L::%s, %L::uuid)', key,$old$,
  $new$    bounds := bounds || format(
      ' and (%s, a.id) %s (%L::%s, %L::uuid)', key,$new$
);

select pg_temp.write_into(
  'private.list_row(public.applications, text)',
  $old$        when 'changed' then (a.status_changed_at at time zone 'UTC')::text || '+00'
$old$,
  $new$        when 'changed' then (a.status_changed_at at time zone 'UTC')::text || '+00'
        when 'due' then (a.email_confirmed_at at time zone 'UTC')::text || '+00'
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
