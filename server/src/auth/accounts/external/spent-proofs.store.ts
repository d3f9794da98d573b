import { createHash } from 'node:crypto';
import type { Queryable } from '../../../database/database.ts';

/**
 * Notes that a signed statement has done its work.
 * @param proof what makes it this statement: its text or its id
 * @param expiresAt from when it would be refused for its age anyway
 * @returns false when it was spent before
 */
export async function spendProof(db: Queryable, proof: string, expiresAt: Date): Promise<boolean> {
  const digest = createHash('sha256').update(proof).digest('hex');
  const { rowCount } = await db.query(
    'insert into auth.spent_proofs (digest, expires_at) values ($1, $2) on conflict (digest) do nothing',
    [digest, expiresAt],
  );
  return rowCount === 1;
}
