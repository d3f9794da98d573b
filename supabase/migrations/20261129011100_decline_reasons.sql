-- On the floor `records`.
-- The reasons that a decline may name. A mail has the sentence in place of {{reason}}, and a status period keeps the reason.

-- The reasons that a decline may name.
create table public.decline_reasons (
  key text constraint decline_reasons_pkey primary key,
  -- The digit that chooses it after the key for declining.
  position smallint not null constraint decline_reasons_position_key unique,
  label text not null,
  sentence text not null
);

grant select on table public.decline_reasons to authenticated, service_role;

alter table public.decline_reasons enable row level security;

insert into public.decline_reasons (key, position, label, sentence)
values
  ('evidence', 1, 'Too little to see', 'We could not see from your application what you have shipped alone.'),
  ('experience', 2, 'Too early', 'We look for builders who have already shipped whole products alone.'),
  ('team', 3, 'Needs a team', 'We work with solo builders, and your plan needs a team.'),
  ('sector', 4, 'Sector', 'We do not build in your sector at present.'),
  ('places', 5, 'No place free', 'All places of the coming months are taken.'),
  ('terms', 6, 'Terms', 'What you are looking for does not fit how we share work, revenue and equity.');

create policy "admins read the reasons" on public.decline_reasons
  for select to authenticated
  using ((select public.is_admin()));

-- Refuses a reason that does not exist, or that goes with another status than declined.
create function private.demand_reason(reason text, to_status text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if reason is null then
    return;
  end if;
  if to_status is distinct from 'declined' then
    perform private.refuse(400, 'invalid_value', 'Only a decline has a reason.');
  end if;
  if not exists (select from public.decline_reasons d where d.key = reason) then
    perform private.refuse(400, 'invalid_value', format('There is no reason "%s".', left(reason, 50)));
  end if;
end
$$;
