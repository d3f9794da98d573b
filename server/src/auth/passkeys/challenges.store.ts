import type { Query } from '../../database/database.ts';
import { insertRow } from '../../database/rows.ts';
import type { Ceremony } from '../kernel/webauthn-json.rules.ts';

export interface WebAuthnChallenge {
  readonly id: string;
  readonly user_id: string | null;
  readonly challenge_type: 'registration' | 'authentication';
  readonly session_data: Ceremony;
  readonly expires_at: string;
}

/** Keeps a ceremony under way. @returns its id */
export const insertWebAuthnChallenge = (
  query: Query,
  challenge: Pick<WebAuthnChallenge, 'user_id' | 'challenge_type' | 'session_data'>,
  created_at: Date,
  expires_at: Date,
): Promise<string> => insertRow(query, 'auth.webauthn_challenges', { ...challenge, created_at, expires_at });

/** Removes a challenge, which works once. Those of another user or kind are not found. */
export async function takeWebAuthnChallenge(
  query: Query,
  id: string,
  type: WebAuthnChallenge['challenge_type'],
  userId: string | null,
): Promise<WebAuthnChallenge | null> {
  const { rows } = await query<{ challenge: WebAuthnChallenge }>(
    `delete from auth.webauthn_challenges c
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
     returning to_jsonb(c) as challenge`,
    [id, type, userId],
  );
  return rows[0]?.challenge ?? null;
}
