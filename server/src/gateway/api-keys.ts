import { hash, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../configuration/config.ts';
import type { Claims } from './caller.ts';
import type { VerifyToken } from './verify-token.ts';

/** Returns the claims of an API key, those of its role or all of a legacy JWT. Returns null when it is no key. */
export function apiKeyReader(keys: Keys, verify: VerifyToken): (key: string) => Claims | null {
  const isSecret = secretKeyMatcher(keys);
  return (key) => {
    // The key is public, so the duration of the comparison reveals nothing.
    if (key === keys.publishable) return { role: 'anon' };
    if (isSecret(key)) return { role: 'service_role' };
    if (!keys.jwtSecret || !isLegacy(key)) return null;
    const verified = verify(key);
    if ('fault' in verified || verified.claims.sub) return null;
    return ['anon', 'service_role'].includes(verified.claims.role) ? verified.claims : null;
  };
}

/** Compares a key with the secret one in a time that depends on neither. */
export function secretKeyMatcher({ secret }: Pick<Keys, 'secret'>): (key: string) => boolean {
  const expected = digest(secret);
  return (key) => timingSafeEqual(digest(key), expected);
}

/** Legacy keys are HS256 tokens without a key id, signed with the shared secret. */
export const isLegacy = (key: string): boolean => key.startsWith('eyJ') && key.split('.').length === 3;

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
