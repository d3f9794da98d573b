-- Every eraser waits for the others before it locks a row.

-- Erasers wait for each other before they lock a row: two who lock the same persons' rows, or add to the same counts, in
-- two orders would be a deadlock. Held until the transaction ends.
create function private.wait_for_erasers() returns void
language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtext('private.erasures')) $$;

revoke all on function private.wait_for_erasers() from public, anon, authenticated;

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
  'private.tally_erased(public.applications)',
  $old$  perform pg_advisory_xact_lock(hashtext('private.erased_tally'));
$old$,
  $new$$new$
);
select pg_temp.write_into(
  'private.erase_unfolded(uuid, text)',
  $old$  select * into a from public.applications where id = of_application for update;
$old$,
  $new$  perform private.wait_for_erasers();
  select * into a from public.applications where id = of_application for update;
$new$
);
select pg_temp.write_into(
  'public.apply_retention()',
  $old$  delete from private.asked_mails where asked_at < now() - interval '1 day';
$old$,
  $new$  perform private.wait_for_erasers();
  delete from private.asked_mails where asked_at < now() - interval '1 day';
$new$
);
select pg_temp.write_into(
  'public.erase_asked_applications(integer)',
  $old$  for due in
    select a.id
$old$,
  $new$  perform private.wait_for_erasers();
  for due in
    select a.id
$new$
);
select pg_temp.write_into(
  'private.remove_account(uuid)',
  $old$  perform from auth.users u where u.id = of_user;
$old$,
  $new$  perform private.wait_for_erasers();
  perform from auth.users u where u.id = of_user;
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
