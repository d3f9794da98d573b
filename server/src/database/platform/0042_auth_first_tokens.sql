-- A token is refused that was issued before a proof raised its session, and a proof begins with a token without a parent:
-- an old token is compared with those alone, not with every later one. A refresh makes none and enters no index here.
set role supabase_auth_admin;

create index refresh_tokens_first_idx on auth.refresh_tokens (session_id, id) where parent is null;

reset role;
