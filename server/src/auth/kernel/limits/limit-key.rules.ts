import { createHash } from 'node:crypto';

/** A counter's key: a hash of fixed length, so that no address or name is stored. */
export function counterKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
