-- Secrets of supabase_vault, which are stored without encryption here, readable by the database's owner alone.
create schema if not exists vault;
grant usage on schema vault to postgres, service_role;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text unique,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create view vault.decrypted_secrets as
select id, name, description, secret, secret as decrypted_secret, key_id, nonce, created_at, updated_at
from vault.secrets;

grant select, delete on vault.secrets, vault.decrypted_secrets to postgres, service_role;

create function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  created uuid;
begin
  if not exists (select from vault.secrets) then
    raise warning 'vault.create_secret stores secrets without encryption, because PostgreSQL lacks supabase_vault.'
      using errcode = 'feature_not_supported';
  end if;
  insert into vault.secrets (secret, name, description, key_id)
  values (new_secret, new_name, coalesce(new_description, ''), new_key_id)
  returning id into created;
  return created;
end
$$;

create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
  new_key_id uuid default null
) returns void
language sql security definer set search_path = ''
as $$
  update vault.secrets
  set secret = coalesce(new_secret, secret),
    name = coalesce(new_name, name),
    description = coalesce(new_description, description),
    updated_at = now()
  where id = secret_id
$$;

revoke all on all functions in schema vault from public;
grant execute on all functions in schema vault to postgres, service_role;
