import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../database/database.ts';
import type { Dated } from '../../../database/rows.ts';

/** A user's recovery codes with their factor and the numbers of all and unused codes. */
export interface CodeSet {
  readonly factorId: string;
  readonly total: number;
  readonly remaining: number;
}

export async function findCodeSet(db: Queryable, userId: string): Promise<CodeSet | null> {
  const { rows } = await db.query<CodeSet>(
    `select s.mfa_factor_id as "factorId", count(c.id)::int as total,
       count(c.id) filter (where c.consumed_at is null)::int as remaining
     from auth.mfa_recovery_code_sets s left join auth.mfa_recovery_codes c on c.mfa_recovery_code_set_id = s.id
     where s.user_id = $1 group by s.mfa_factor_id`,
    [userId],
  );
  return rows[0] ?? null;
}

export async function unspentCodes(db: Queryable, userId: string) {
  const { rows } = await db.query<{ id: string; code_hash: string }>(
    `select c.id, c.code_hash from auth.mfa_recovery_codes c
     join auth.mfa_recovery_code_sets s on s.id = c.mfa_recovery_code_set_id
     where s.user_id = $1 and c.consumed_at is null order by c.created_at, c.id`,
    [userId],
  );
  return rows;
}

/** Uses a code. Returns false if it was used before or does not exist. */
export async function spendCode(db: Dated, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update auth.mfa_recovery_codes set consumed_at = $2 where id = $1 and consumed_at is null',
    [id, db.at],
  );
  return rowCount === 1;
}

/** Replaces a factor's codes. The caller locks the account or the factor. */
export async function replaceCodes(
  db: Dated,
  set: { userId: string; factorId: string; hashes: readonly string[] },
): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id, created_at, updated_at)
     values ($1, $2, $3, $4, $4)
     on conflict (user_id) do update set updated_at = excluded.updated_at, failed_verification_count = 0,
       verification_locked_until = null
     returning id`,
    [randomUUID(), set.userId, set.factorId, db.at],
  );
  const setId = rows[0]!.id;
  await db.query('delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = $1', [setId]);
  await db.query(
    `insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash, created_at)
     select gen_random_uuid(), $1, hash, $3 from unnest($2::text[]) as hash`,
    [setId, set.hashes, db.at],
  );
}
