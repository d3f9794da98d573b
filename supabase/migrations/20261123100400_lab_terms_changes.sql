-- What owners changed of the lab's terms, and how they do. The pages say the terms too and are built beforehand:
-- `npm run solostead -- doctor` and `npm run check:launch` refuse pages that say otherwise.

create table public.lab_terms_changes (
  id bigint generated always as identity constraint lab_terms_changes_pkey primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null: changed in the database itself.
  actor_email text,
  before jsonb not null,
  after jsonb not null
);

revoke all on table public.lab_terms_changes from public, anon, authenticated;
revoke all on sequence public.lab_terms_changes_id_seq from public, anon, authenticated;
grant select on table public.lab_terms_changes to authenticated, service_role;

alter table public.lab_terms_changes enable row level security;

create policy "admins read the changes of the terms" on public.lab_terms_changes
  for select to authenticated
  using ((select public.is_admin()));

-- Every change is a version and a line of history, whichever way it comes.
create function private.record_terms_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.version := old.version + 1;
  insert into public.lab_terms_changes (actor_email, before, after)
  values (
    private.caller_email(), to_jsonb(old) - array['only_row', 'version'], to_jsonb(new) - array['only_row', 'version']
  );
  return new;
end
$$;

create trigger record_terms_change
  before update on public.lab_terms
  for each row when (old.* is distinct from new.*)
  execute function private.record_terms_change();

-- For owners: changes the terms that `terms` names, whole numbers by the columns' names, and answers the row. A writer who
-- saw another version of it is refused with the one that is kept.
create function public.review_terms_save(seen_version integer, terms jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept public.lab_terms;
  term record;
  most integer;
begin
  perform private.demand('owner');
  if jsonb_typeof(terms) is distinct from 'object' then
    raise invalid_parameter_value using message = 'Terms are a JSON object.';
  end if;
  select * into kept from public.lab_terms for update;
  if kept.version is distinct from seen_version then
    perform private.refuse_conflict('Someone else changed the terms since you opened them.', to_jsonb(kept));
  end if;
  for term in select key, value from jsonb_each(terms) loop
    if term.key in ('only_row', 'version') or not to_jsonb(kept) ? term.key then
      raise invalid_parameter_value using message = format('There is no term "%s".', term.key);
    end if;
    most := case when term.key = 'answer_days' then 365 else 120 end;
    if term.value::text !~ '^[1-9][0-9]{0,2}$' or term.value::text::integer > most then
      raise invalid_parameter_value using
        message = format('%s must be a whole number from 1 to %s.', term.key, most);
    end if;
  end loop;
  update public.lab_terms t
     set (answer_days, unconfirmed_months, declined_months, withdrawn_months, accepted_months, access_log_months) = (
       select n.answer_days, n.unconfirmed_months, n.declined_months, n.withdrawn_months, n.accepted_months,
              n.access_log_months
         from jsonb_populate_record(kept, terms) n
     )
  returning * into kept;
  return to_jsonb(kept);
end
$$;

revoke all on function private.record_terms_change(), public.review_terms_save(integer, jsonb)
  from public, anon, authenticated;
grant execute on function public.review_terms_save(integer, jsonb) to authenticated;
