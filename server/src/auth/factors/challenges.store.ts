import { randomUUID } from 'node:crypto';
import type { Query } from '../../database/database.ts';
import type { Metadata } from '../kernel/entities/account.rules.ts';

export interface ChallengeRow {
  readonly id: string;
  readonly factor_id: string;
  readonly created_at: string;
  readonly ip_address: string;
  readonly otp_code: string | null;
  readonly web_authn_session_data: Metadata | null;
}

export interface NewChallenge {
  readonly factorId: string;
  readonly address: string;
  readonly otpCode?: string;
  readonly webAuthn?: Metadata;
  readonly at: Date;
}

/** @returns the new challenge's id */
export async function insertChallenge(query: Query, challenge: NewChallenge): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
     values ($1, $2, $3, $4::inet, $5, $6::jsonb)`,
    [
      id,
      challenge.factorId,
      challenge.at,
      challenge.address,
      challenge.otpCode ?? null,
      challenge.webAuthn ? JSON.stringify(challenge.webAuthn) : null,
    ],
  );
  // To the microsecond: the column is unique over all factors.
  await query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [
    challenge.factorId,
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
