-- Days with which nothing can be reckoned ('infinity', or beyond the calendar) are refused in the house's words.

-- A day between the years 1 and 9999; null stays null.
create function private.checked_day(day date) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if day not between '0001-01-01' and '9999-12-31' then
    raise invalid_parameter_value using message = 'A day lies between the years 1 and 9999.';
  end if;
  return day;
end
$$;

revoke all on function private.checked_day(date) from public, anon, authenticated;

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
  'private.filter_condition(jsonb)',
  $old$    conditions := conditions || format('a.created_at >= %L::timestamp at time zone ''UTC''', (filter ->> 'from')::date);
$old$,
  $new$    conditions := conditions
      || format('a.created_at >= %L::timestamp at time zone ''UTC''', private.checked_day((filter ->> 'from')::date));
$new$
);

select pg_temp.write_into(
  'private.filter_condition(jsonb)',
  $old$      || format('a.created_at < %L::timestamp at time zone ''UTC''', (filter ->> 'to')::date + 1);
$old$,
  $new$      || format('a.created_at < %L::timestamp at time zone ''UTC''', private.checked_day((filter ->> 'to')::date) + 1);
$new$
);

select pg_temp.write_into(
  'public.review_numbers(date, date)',
  $old$  whole_from date := (date_trunc('month', from_day::timestamp - interval '1 day') + interval '1 month')::date;
  whole_to date := date_trunc('month', to_day::timestamp + interval '1 day')::date;
$old$,
  $new$  whole_from date;
  whole_to date;
$new$
);

select pg_temp.write_into(
  'public.review_numbers(date, date)',
  $old$  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 731 then
    raise invalid_parameter_value using message = 'The days run from the earlier to the later, at most two years.';
  end if;
  if whole_from >= whole_to then
$old$,
  $new$  if from_day is null or to_day is null or to_day < from_day
    or private.checked_day(to_day) - private.checked_day(from_day) > 731 then
    raise invalid_parameter_value using message = 'The days run from the earlier to the later, at most two years.';
  end if;
  whole_from := (date_trunc('month', from_day::timestamp - interval '1 day') + interval '1 month')::date;
  whole_to := date_trunc('month', to_day::timestamp + interval '1 day')::date;
  if whole_from >= whole_to then
$new$
);

select pg_temp.write_into(
  'private.access_log_page(jsonb, bigint, integer)',
  $old$  begins timestamptz := (filter ->> 'from')::date::timestamp at time zone 'UTC';
  ends timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'UTC';
$old$,
  $new$  begins timestamptz := private.checked_day((filter ->> 'from')::date)::timestamp at time zone 'UTC';
  ends timestamptz := (private.checked_day((filter ->> 'to')::date) + 1)::timestamp at time zone 'UTC';
$new$
);

select pg_temp.write_into(
  'private.set_intake(boolean, date)',
  $old$  if closed and set_intake.opens_on <= (now() at time zone 'UTC')::date then
$old$,
  $new$  if closed and private.checked_day(set_intake.opens_on) <= (now() at time zone 'UTC')::date then
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
