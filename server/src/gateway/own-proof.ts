import { createHmac } from 'node:crypto';

/** The header of a one-time value, and of the answer to it. */
export const PROOF_HEADER = 'x-solostead-proof';

/** Proves to a caller who knows the secret key that a server with the same key answered. */
export const proofOf = (secretKey: string, oneTimeValue: string): string =>
  createHmac('sha256', secretKey).update(`proof of ${oneTimeValue}`).digest('base64url');

/** Returns true for a value that a server may answer. */
export const isOneTimeValue = (header: unknown): header is string =>
  typeof header === 'string' && /^[\w-]{16,64}$/.test(header);
