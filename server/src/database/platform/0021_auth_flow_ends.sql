-- The session's end that an identity provider wants, for sessions still on their way to the browser as a code. The
-- reference service forgets it. This is a separate table instead of a column of its table.
set role supabase_auth_admin;

create table auth.flow_session_ends (
  flow_state_id uuid primary key references auth.flow_state (id) on delete cascade,
  not_after timestamptz not null
);

alter table auth.flow_session_ends enable row level security;
revoke all on auth.flow_session_ends from public, anon, authenticated;

reset role;

grant all on auth.flow_session_ends to postgres;
