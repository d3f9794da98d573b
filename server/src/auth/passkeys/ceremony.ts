import { z } from 'zod';
import { type Call, bodyOf, presentTime } from '../kernel/call.ts';
import { isUuid } from '../kernel/entities/account.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import type { Ceremony } from '../kernel/webauthn-json.rules.ts';
import {
  insertWebAuthnChallenge,
  takeWebAuthnChallenge,
  type WebAuthnChallenge,
} from './challenges.store.ts';

/** The lifetime of a ceremony (contract A6.1). */
const CHALLENGE_TTL_MS = 5 * 60_000;

const schema = z.object({
  challenge_id: z.string().nullish(),
  credential: z.record(z.string(), z.unknown()).nullish(),
});

/** @throws AuthError 404 passkey_disabled */
export function requirePasskeys({ auth }: Call): void {
  if (auth.settings.passkey.enabled) return;
  throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
}

/** Stores the challenge of an authenticator. @returns the answer's parts besides the options */
export async function beginCeremony(
  call: Call,
  type: WebAuthnChallenge['challenge_type'],
  userId: string | null,
  challenge: string,
): Promise<{ challenge_id: string; expires_at: number }> {
  const { id: rpId, origins } = call.auth.settings.relyingParty;
  const at = presentTime(call);
  const expiresAt = new Date(at.getTime() + CHALLENGE_TTL_MS);
  const ceremony = { user_id: userId, challenge_type: type, session_data: { challenge, rpId, origins } };
  const id = await insertWebAuthnChallenge(call.auth.database.query, ceremony, at, expiresAt);
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1_000) };
}

/**
 * Continues a ceremony with the authenticator's answer. Its challenge is used up, failed or not.
 * @throws AuthError 400 webauthn_challenge_not_found, webauthn_challenge_expired
 */
export async function resumeCeremony(
  call: Call,
  type: WebAuthnChallenge['challenge_type'],
  userId: string | null,
): Promise<{ ceremony: Ceremony; response: Record<string, unknown> }> {
  const { challenge_id: id, credential } = bodyOf(call, schema);
  const { query } = call.auth.database;
  const challenge = id && isUuid(id) ? await takeWebAuthnChallenge(query, id, type, userId) : null;
  if (!challenge) {
    throw new AuthError(400, 'webauthn_challenge_not_found', 'WebAuthn challenge not found');
  }
  if (call.auth.clock.now() >= Date.parse(challenge.expires_at)) {
    throw new AuthError(400, 'webauthn_challenge_expired', 'WebAuthn challenge has expired');
  }
  return { ceremony: challenge.session_data, response: credential ?? {} };
}

export const verificationFailed = (): AuthError =>
  new AuthError(400, 'webauthn_verification_failed', 'WebAuthn credential could not be verified');
