import type { Query } from '../../database/database.ts';
import { deleteRows, findRow, insertRow } from '../../database/rows.ts';
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
export async function insertChallenge(query: Query, challenge: NewChallenge, at: Date): Promise<string> {
  const id = await insertRow(query, 'auth.mfa_challenges', { ...challenge, created_at: at });
  // To the microsecond: the column is unique over all factors.
  await query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [
    challenge.factor_id,
  ]);
  return id;
}

/** A factor's challenge, held until the transaction ends. */
export const lockChallenge = (query: Query, factorId: string, id: string): Promise<ChallengeRow | null> =>
  findRow(query, 'auth.mfa_challenges', 'id = $1 and factor_id = $2 for update', [id, factorId]);

/** A challenge that was met is gone, and with it what the factor still had open. */
export const deleteChallenges = (query: Query, factor_id: string) =>
  deleteRows(query, 'auth.mfa_challenges', { factor_id });
