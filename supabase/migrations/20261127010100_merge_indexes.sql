-- A new application pays for every index of its table, also for one that it is not in: opening it and asking its condition.

-- By which archived applications their sender is recognised, from one index. An e-mail has an @, a profile has none.
create index applications_archived_idx on public.applications
  using gin ((array[lower(email collate "C"), linkedin_profile])) where archived_at is not null;
drop index public.applications_archived_email_idx, public.applications_archived_profile_idx;

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
  'private.same_person(uuid)',
  $old$    (select a.id from self join public.applications a
       on a.archived_at is not null and lower(a.email collate "C") = self.email
      order by a.created_at desc limit 11)
    union
    (select a.id from self join public.applications a
       on a.archived_at is not null and a.linkedin_profile is not null and a.linkedin_profile = self.profile
      order by a.created_at desc limit 11)
$old$,
  $new$    -- Sorted outside of what is read: for the latest few PostgreSQL would else read all applications in their order.
    (select h.id from (
       select a.id, a.created_at from self join public.applications a
         on a.archived_at is not null
           and array[lower(a.email collate "C"), a.linkedin_profile] && array[self.email, self.profile]
       offset 0
     ) h order by h.created_at desc limit 11)
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
