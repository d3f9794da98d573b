-- A token issued before a proof raised its session is refused. A proof begins with a token without a parent, so an
-- old token is compared with those only. A refresh creates none and enters no index here.
set role supabase_auth_admin;

create index refresh_tokens_first_idx on auth.refresh_tokens (session_id, id) where parent is null;

reset role;
