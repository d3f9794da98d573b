-- A flow that links an identity belongs to the session that began it, and ends with it. The identity waits here until the
-- browser that began the flow exchanges the code (docs/contract/auth.md, "How an identity is linked").
set role supabase_auth_admin;

alter table auth.flow_state
  add column session_id uuid references auth.sessions (id) on delete cascade,
  add column session_aal auth.aal_level,
  add column shown_identity jsonb;
create index flow_state_session_id_idx on auth.flow_state (session_id) where session_id is not null;

reset role;
