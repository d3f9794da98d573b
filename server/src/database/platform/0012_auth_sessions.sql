-- Sessions, the refresh tokens that carry them on, and how each session was signed in.
set role supabase_auth_admin;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text,
  oauth_client_id uuid,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  scopes text
);

create index sessions_user_id_idx on auth.sessions (user_id);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);

create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) constraint refresh_tokens_token_unique unique,
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade
);

-- A refresh revokes one token and creates another. The indexes cover only lookups, and nothing that a revocation
-- changes. A revoked token then stays on its page and enters no index again (PostgreSQL manual, "Heap-Only Tuples").
create index refresh_tokens_session_id_id_idx on auth.refresh_tokens (session_id, id);
-- A token issued before a proof raised its session is refused. A proof begins with a token without a parent, so an
-- old token is compared with those only. A refresh creates none and enters no index here.
create index refresh_tokens_first_idx on auth.refresh_tokens (session_id, id) where parent is null;

-- Room on each page for the next version of a row.
alter table auth.refresh_tokens set (fillfactor = 90);
alter table auth.sessions set (fillfactor = 90);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid constraint amr_id_pk primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

reset role;
