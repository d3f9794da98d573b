import { createHash } from 'node:crypto';

/** A counter's key of fixed length that names nobody. */
export function counterKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
