import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { secretKeys } from './environment.ts';

/** Returns true if a request carries one of the secret keys, as apikey or as bearer. */
export function holdsSecretKey(request: Request): boolean {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '');
  const sent = [request.headers.get('apikey') ?? '', bearer ?? ''].map((key) => Buffer.from(key));
  return secretKeys()
    .map((key) => Buffer.from(key))
    .some((key) => sent.some((bytes) => bytes.length === key.length && timingSafeEqual(bytes, key)));
}
