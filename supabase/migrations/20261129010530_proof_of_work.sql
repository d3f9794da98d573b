-- On the floor `ground`.
-- Proof of work. A challenge costs the sender's processor some time and is valid for one application.

-- The settings of the form's protection in one row. `npm run solostead -- applications abuse-protection` switches proof of
-- work.
create table private.form_protection (
  only_row boolean primary key default true check (only_row),
  min_milliseconds integer not null default 2000,
  proof_of_work boolean not null default false,
  -- The required prefix of the solution's hash in hex. Each digit makes it sixteen times as long to find.
  proof_prefix text not null default '0000' check (proof_prefix ~ '^([0-9a-f]{2}){1,4}$')
);

insert into private.form_protection default values;

-- Solutions that were used, until their challenge expires.
create table private.spent_proofs (
  nonce bytea primary key,
  expires_at timestamptz not null
);

create index spent_proofs_expires_at_idx on private.spent_proofs (expires_at);

-- The signature of a challenge, so that nothing in it can be changed.
create function private.challenge_signature(nonce text, salt text, expires_at bigint, prefix text) returns text
language sql stable strict set search_path = ''
as $$
  select encode(private.hmac_sha256(format('apply %s %s %s %s', nonce, salt, expires_at, prefix), k), 'hex')
    from private.hash_keys k
$$;

-- Returns a challenge for one application, valid for twenty minutes, or null while proof of work is off.
create function public.application_challenge() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  protection private.form_protection;
  nonce text := encode(uuid_send(gen_random_uuid()), 'hex');
  salt text := encode(uuid_send(gen_random_uuid()), 'hex');
  expires_at bigint := extract(epoch from now() + interval '20 minutes');
begin
  select * into protection from private.form_protection;
  if not protection.proof_of_work then
    return null;
  end if;
  return jsonb_build_object(
    'parameters', jsonb_build_object(
      'algorithm', 'SHA-256', 'cost', 1, 'keyLength', 32, 'keyPrefix', protection.proof_prefix,
      'nonce', nonce, 'salt', salt, 'expiresAt', expires_at, 'data', jsonb_build_object('action', 'apply')
    ),
    'signature', private.challenge_signature(nonce, salt, expires_at, protection.proof_prefix)
  );
end
$$;

-- Uses a solved challenge. Returns false when it is foreign, wrong, expired or used.
create function private.spend_proof(proof text, prefix text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  given jsonb;
  nonce text;
  salt text;
  expires_at bigint;
  counter bigint;
begin
  -- Not in the declarations, because the handler below does not catch their errors.
  given := proof::jsonb;
  nonce := given ->> 'nonce';
  salt := given ->> 'salt';
  expires_at := given ->> 'expiresAt';
  counter := given ->> 'counter';
  -- Anything missing makes the whole null, which is no.
  if not coalesce(
    given ->> 'signature' = private.challenge_signature(nonce, salt, expires_at, prefix)
    and to_timestamp(expires_at) > now()
    and counter between 0 and 4294967295
    and starts_with(
      encode(sha256(decode(salt, 'hex') || decode(nonce, 'hex') || substr(int8send(counter), 5)), 'hex'), prefix
    ),
    false
  ) then
    return false;
  end if;
  delete from private.spent_proofs s where s.expires_at < now();
  insert into private.spent_proofs values (decode(nonce, 'hex'), to_timestamp(expires_at))
  on conflict do nothing;
  return found;
exception when data_exception then
  return false;
end
$$;

grant execute on function public.application_challenge to anon, authenticated, service_role;
