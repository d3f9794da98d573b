-- Keys of pgsodium. Its rows are stored, and what encrypts refuses each call.
create schema if not exists pgsodium;
grant usage on schema pgsodium to postgres;

create table pgsodium.key (
  id uuid primary key default gen_random_uuid(),
  name text unique,
  status text default 'valid',
  key_type text default 'aead-det',
  created timestamptz not null default now(),
  expires timestamptz,
  comment text
);

-- Dumps of rows set it.
create sequence pgsodium.key_key_id_seq;

create view pgsodium.valid_key as
select id, name, status, key_type, created, expires from pgsodium.key where status in ('valid', 'default');

grant all on pgsodium.key, pgsodium.valid_key to postgres;

create function pgsodium.create_key(key_type text default 'aead-det', name text default null) returns pgsodium.key
language plpgsql set search_path = ''
as $$
declare
  created pgsodium.key;
begin
  if not exists (select from pgsodium.key) then
    raise warning 'pgsodium.create_key stores the name of a key alone, because this PostgreSQL lacks pgsodium.'
      using errcode = 'feature_not_supported';
  end if;
  insert into pgsodium.key (key_type, name) values ($1, $2) returning * into created;
  return created;
end
$$;

create function pgsodium.crypto_aead_det_encrypt(
  message bytea, additional bytea, key_uuid uuid, nonce bytea default null
) returns bytea
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Encryption needs pgsodium, which this PostgreSQL does not have.'
    using errcode = 'feature_not_supported';
end
$$;

create function pgsodium.crypto_aead_det_decrypt(
  message bytea, additional bytea, key_uuid uuid, nonce bytea default null
) returns bytea
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Decryption needs pgsodium, which this PostgreSQL does not have.'
    using errcode = 'feature_not_supported';
end
$$;

revoke all on all functions in schema pgsodium from public;
grant execute on all functions in schema pgsodium to postgres;
