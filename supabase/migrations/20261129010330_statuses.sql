-- On the floor `ground`.
-- The statuses of an application, their facts and the moves between them, the same as in
-- supabase/functions/_shared/contract/statuses.ts.

create function private.is_status(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return value in ('submitted', 'in_review', 'interview', 'accepted', 'declined', 'withdrawn');
end
$$;

-- Returns true for a status in which the lab or the applicant can still end the application.
create function private.is_open(status text) returns boolean
language sql immutable parallel safe
as $$
  select status in ('submitted', 'in_review', 'interview')
$$;

-- Returns true for the lab's last word.
create function private.is_decision(status text) returns boolean
language sql immutable parallel safe
as $$
  select status in ('accepted', 'declined')
$$;

-- Returns true for a status that answers an application.
create function private.is_answer(status text) returns boolean
language sql immutable parallel safe
as $$
  select status in ('interview', 'accepted', 'declined')
$$;

-- Returns true for a status in which the applicant waits for an answer.
create function private.is_unanswered(status text) returns boolean
language sql immutable parallel safe
as $$
  select private.is_open(status) and not private.is_answer(status)
$$;

-- The allowed moves, which private.change_status checks.
create table private.application_moves (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);

insert into private.application_moves (from_status, to_status)
values
  ('submitted', 'in_review'), ('submitted', 'declined'), ('submitted', 'withdrawn'),
  ('in_review', 'interview'), ('in_review', 'declined'), ('in_review', 'withdrawn'), ('in_review', 'submitted'),
  ('interview', 'accepted'), ('interview', 'declined'), ('interview', 'withdrawn'), ('interview', 'in_review'),
  ('accepted', 'interview'), ('accepted', 'withdrawn'),
  ('declined', 'in_review'),
  ('withdrawn', 'in_review');

-- The moves that only the applicant makes. A withdrawal is possible in every status and not listed.
create table private.applicant_moves (
  from_status text not null,
  to_status text not null,
  constraint applicant_moves_pkey primary key (from_status, to_status)
);

insert into private.applicant_moves (from_status, to_status) values ('withdrawn', 'submitted'), ('declined', 'submitted');
