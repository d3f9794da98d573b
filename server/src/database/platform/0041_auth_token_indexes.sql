-- A refresh revokes one token and creates another. The indexes cover only lookups, and nothing that a revocation
-- changes. A revoked token then stays on its page and enters no index again (PostgreSQL manual, "Heap-Only Tuples").
set role supabase_auth_admin;

create index refresh_tokens_session_id_id_idx on auth.refresh_tokens (session_id, id);

drop index auth.refresh_tokens_session_id_revoked_idx;
drop index auth.refresh_tokens_parent_idx;
drop index auth.refresh_tokens_updated_at_idx;
drop index auth.refresh_tokens_instance_id_user_id_idx;

-- Room on each page for the next version of a row.
alter table auth.refresh_tokens set (fillfactor = 90);
alter table auth.sessions set (fillfactor = 90);

reset role;
