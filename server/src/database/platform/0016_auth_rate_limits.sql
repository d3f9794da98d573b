-- Counters of the auth service's rate limits, shared by all copies of the server. The columns are those of
-- rate-limiter-flexible's PostgreSQL store. Unlogged, because a counter need not survive a crash.
set role supabase_auth_admin;

create unlogged table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index rate_limits_expire_idx on auth.rate_limits (expire);

reset role;
