import type { Queryable } from '../../database/database.ts';
import { type Dated, deleteRows, findRow, insertRow } from '../../database/rows.ts';
import type { Metadata } from '../kernel/entities/account.rules.ts';

export interface ChallengeRow {
  readonly id: string;
  readonly factor_id: string;
  readonly created_at: string;
  readonly ip_address: string;
  readonly otp_code: string | null;
  readonly web_authn_session_data: Metadata | null;
}

type NewChallenge = Pick<ChallengeRow, 'factor_id' | 'ip_address'> & NewChallengeData;

/** What a kind of factor keeps for its challenge. */
export type NewChallengeData = Partial<Pick<ChallengeRow, 'otp_code' | 'web_authn_session_data'>>;

/** @returns the new challenge's id */
export async function insertChallenge(db: Dated, challenge: NewChallenge): Promise<string> {
  const id = await insertRow(db, 'auth.mfa_challenges', { ...challenge, created_at: db.at });
  // To the microsecond: the column is unique over all factors.
  await db.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [
    challenge.factor_id,
  ]);
  return id;
}

/** A factor's challenge, held until the transaction ends. */
export const lockChallenge = (db: Queryable, factorId: string, id: string): Promise<ChallengeRow | null> =>
  findRow(db, 'auth.mfa_challenges', 'id = $1 and factor_id = $2 for update', [id, factorId]);

/** A challenge that was met is gone, and with it what the factor still had open. */
export const deleteChallenges = (db: Queryable, factor_id: string) =>
  deleteRows(db, 'auth.mfa_challenges', { factor_id });
