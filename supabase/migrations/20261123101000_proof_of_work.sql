-- Proof of work, switched on by the settings in 30_rate_limits: a challenge costs the sender's processor some time and
-- is good for one application.

-- Solutions that were used, until their challenge expires.
create table private.spent_proofs (
  nonce bytea primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expires_at_idx on private.spent_proofs (expires_at);

revoke all on table private.spent_proofs from public, anon, authenticated, service_role;

-- What a challenge is signed with, so that nothing in it can be altered.
create function private.challenge_signature(nonce text, salt text, expires_at bigint, prefix text) returns text
language sql stable strict set search_path = ''
as $$
  select encode(private.keyed_hash(format('apply %s %s %s %s', nonce, salt, expires_at, prefix)), 'hex')
$$;

-- A challenge for one application, good for twenty minutes; null while proof of work is off.
create function public.application_challenge() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  brakes private.brakes;
  nonce text := encode(uuid_send(gen_random_uuid()), 'hex');
  salt text := encode(uuid_send(gen_random_uuid()), 'hex');
  expires_at bigint := extract(epoch from now() + interval '20 minutes');
begin
  select * into brakes from private.brakes;
  if not brakes.proof_of_work then
    return null;
  end if;
  return jsonb_build_object(
    'parameters', jsonb_build_object(
      'algorithm', 'SHA-256', 'cost', 1, 'keyLength', 32, 'keyPrefix', brakes.proof_prefix,
      'nonce', nonce, 'salt', salt, 'expiresAt', expires_at, 'data', jsonb_build_object('action', 'apply')
    ),
    'signature', private.challenge_signature(nonce, salt, expires_at, brakes.proof_prefix)
  );
end
$$;

-- Spends a solved challenge; false when it is none of ours, wrong, expired or spent.
create function private.spend_proof(proof text, prefix text) returns boolean
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  given jsonb;
  nonce text;
  salt text;
  expires_at bigint;
  counter bigint;
begin
  -- Not in the declarations: what fails there is not caught below.
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

revoke all on function private.challenge_signature(text, text, bigint, text), public.application_challenge(),
  private.spend_proof(text, text)
  from public, anon, authenticated;
grant execute on function public.application_challenge() to anon, authenticated, service_role;
