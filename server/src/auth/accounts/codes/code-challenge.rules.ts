import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { validationFailed } from '../../kernel/errors.ts';
import { texts } from '../../kernel/entities/json.rules.ts';

/** The client's commitment before it asks for a code (RFC 7636). */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

/** The members that every call which ends in a mail may carry (contract A0.10). */
export const codeBody = texts('code_challenge', 'code_challenge_method');

const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

/**
 * Parses the PKCE parameters. Returns null without any, which means the implicit flow.
 * @throws AuthError 400 validation_failed (contract A0.10)
 */
export function challengeOf({
  code_challenge: challenge,
  code_challenge_method: method,
}: z.infer<z.ZodObject<typeof codeBody>>): CodeChallenge | null {
  if (!challenge && !method) return null;
  if (!challenge || !method) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (!CHALLENGE.test(challenge)) {
    throw validationFailed(
      'code challenge has to be between 43 and 128 characters of letters, digits and -._~',
    );
  }
  const known = method.toLowerCase();
  if (known !== 's256' && known !== 'plain') {
    throw validationFailed('Invalid code challenge method: must be s256 or plain');
  }
  return { challenge, method: known };
}

/** Returns true if `verifier` matches the client's commitment. */
export function isVerified({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const answer = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [provided, expected] = [Buffer.from(answer), Buffer.from(challenge)];
  return provided.length === expected.length && timingSafeEqual(provided, expected);
}
