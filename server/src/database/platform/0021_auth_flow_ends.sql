-- When an identity provider wants a session to end that is still on its way to the browser as a code. The reference
-- service forgets it; a table of its own instead of a column in theirs.
set role supabase_auth_admin;

create table auth.flow_session_ends (
  flow_state_id uuid primary key references auth.flow_state (id) on delete cascade,
  not_after timestamptz not null
);

alter table auth.flow_session_ends enable row level security;
revoke all on auth.flow_session_ends from public, anon, authenticated;

reset role;

grant all on auth.flow_session_ends to postgres;
