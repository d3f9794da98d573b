import type { Query } from '../../database/database.ts';
import { insertRow } from '../../database/rows.ts';
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
export async function lockChallenge(
  query: Query,
  factorId: string,
  id: string,
): Promise<ChallengeRow | null> {
  const { rows } = await query<{ challenge: ChallengeRow }>(
    `select to_jsonb(c) || jsonb_build_object('ip_address', host(c.ip_address)) as challenge
     from auth.mfa_challenges c where id = $1 and factor_id = $2 for update`,
    [id, factorId],
  );
  return rows[0]?.challenge ?? null;
}

/** A challenge that was met is gone, and with it what the factor still had open. */
export async function deleteChallenges(query: Query, factorId: string): Promise<void> {
  await query('delete from auth.mfa_challenges where factor_id = $1', [factorId]);
}
