-- Actions with account, time and address, never a password, code or token.
set role supabase_auth_admin;

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key,
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);

create index audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);

reset role;
