-- Tokens sent by mail or text message, each used once, and the flows that end in a code for the browser.
set role supabase_auth_admin;

create type auth.one_time_token_type as enum (
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token'
);

create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now()
);

create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);

create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.flow_state (
  id uuid primary key,
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false,
  -- A flow that links an identity belongs to the session that began it, and ends with it. The identity waits here until
  -- the browser that began the flow exchanges the code (server/docs/contract.md, "How an identity is linked").
  session_id uuid references auth.sessions (id) on delete cascade,
  session_aal auth.aal_level,
  shown_identity jsonb
);

create index idx_auth_code on auth.flow_state (auth_code);
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);
create index flow_state_session_id_idx on auth.flow_state (session_id) where session_id is not null;

-- The session's end that an identity provider wants, for sessions still on their way to the browser as a code. The
-- reference service forgets it. This is a separate table instead of a column of its table.
create table auth.flow_session_ends (
  flow_state_id uuid primary key references auth.flow_state (id) on delete cascade,
  not_after timestamptz not null
);

reset role;
