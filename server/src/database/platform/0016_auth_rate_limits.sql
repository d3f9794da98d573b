-- Counters of the auth service's rate limits, shared by all copies of the server. The columns are those of
-- rate-limiter-flexible's PostgreSQL store. Unlogged, because a counter need not survive a crash.
set role supabase_auth_admin;

create unlogged table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index rate_limits_expire_idx on auth.rate_limits (expire);

-- The limits of each purpose, which `npm run solostead -- limits` lists and sets: uses in a period of one caller (an
-- address, or a /64 of IPv6), of its network (a /24 or /48), and of everyone, null where nothing is counted. A start
-- of the server stores those of config.toml, and `configured` keeps them to see if config.toml changed since. One
-- network never has all that everyone has.
create table auth.limits (
  purpose text constraint limits_pkey primary key,
  per_caller integer
    constraint rate_limits_per_caller_check check (per_caller between 1 and 1000000),
  per_network integer
    constraint rate_limits_per_network_check check (per_network between coalesce(per_caller, 1) and 20000000),
  per_everyone integer
    constraint rate_limits_per_everyone_check check (per_everyone between coalesce(per_network + 1, 1) and 20000001),
  period interval not null
    constraint rate_limits_period_check check (period between interval '1 second' and interval '1 day'),
  counts text not null,
  configured text not null
);

reset role;
