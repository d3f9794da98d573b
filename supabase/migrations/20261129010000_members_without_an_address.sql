-- An account may have a telephone number in place of an e-mail address. The list of people, the scorecards and who one is
-- oneself said null of such a member, and no screen that shows people could be opened.

-- What a member is told apart by: the e-mail address, else the telephone number; empty for an account with neither.
create function private.address_of(email text, phone text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(email, '+' || phone, '')
$$;

revoke all on function private.address_of(text, text) from public, anon, authenticated;

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

select pg_temp.write_into('private.caller_email()', 'select u.email', 'select private.address_of(u.email, u.phone)');
select pg_temp.write_into(
  'private.member_name(uuid)', 'split_part(u.email,', 'split_part(private.address_of(u.email, u.phone),');
select pg_temp.write_into(
  'public.review_people()', $$'email', u.email,$$, $$'email', private.address_of(u.email, u.phone),$$);
select pg_temp.write_into(
  'private.scorecards(uuid)', $$'email', u.email,$$, $$'email', private.address_of(u.email, u.phone),$$);
select pg_temp.write_into(
  'public.review_application(uuid)', $$'email', u.email,$$, $$'email', private.address_of(u.email, u.phone),$$);
-- What is taken out with the account is what was written of it.
select pg_temp.write_into(
  'private.remove_account(uuid)', $$(select u.email from auth.users u where u.id = of_user)$$,
  $$(
    select nullif(private.address_of(u.email, u.phone), '') from auth.users u where u.id = of_user)$$);

drop function pg_temp.write_into(regprocedure, text, text);
