import type { Metadata } from '../kernel/entities/account.rules.ts';
import { z } from 'zod';
import { validationFailed } from '../kernel/errors.ts';

/** Both kinds of metadata travel in every access token, whose bearer must fit into a request's 16 KB of headers. */
const MAX_METADATA_BYTES = 4_096;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const isTooLarge = (metadata: Metadata): boolean => bytesOf(metadata) > MAX_METADATA_BYTES;

/** Keeps as many members as fit, the smallest first, because a large profile must not prevent a sign-in. */
export function fittingMetadata(metadata: Metadata): Metadata {
  const accepted: Metadata = {};
  const bySize = Object.entries(metadata).toSorted(([, one], [, other]) => bytesOf(one) - bytesOf(other));
  for (const [name, value] of bySize) {
    if (isTooLarge({ ...accepted, [name]: value })) break;
    accepted[name] = value;
  }
  return accepted;
}

/** Merges `changes` into `present`. A null deletes its key (contract A3.2). */
export function mergeMetadata(present: Metadata | null, changes: Metadata | null | undefined): Metadata {
  const merged = { ...present, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** Adds providers to `app_metadata`. The first one stays the account's `provider` (contract A0.12). */
export function addProviders(present: Metadata | null, added: readonly string[]): Metadata {
  const listed: unknown = present?.['providers'];
  const known = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
  const providers = [...new Set([...known, ...added])];
  return { ...present, provider: present?.['provider'] ?? added[0], providers };
}

/** The providers an account is known by, as app_metadata states them. */
export const providerMetadata = (providers: readonly string[]): Metadata =>
  providers.length === 0 ? {} : { provider: providers[0], providers: [...new Set(providers)] };

const bound = `may hold ${MAX_METADATA_BYTES} bytes of JSON at most`;

/** Metadata as bodies bring it. */
export const metadataBody = z
  .record(z.string(), z.unknown())
  .refine((metadata) => !isTooLarge(metadata), { error: bound });

/**
 * Returns metadata after a change. The server's own members can put that of a sign-up over the limit. It may then
 * change, but not grow. @throws AuthError 400 validation_failed
 */
export function changedMetadata(
  name: 'user_metadata' | 'app_metadata',
  present: Metadata | null,
  changes: Metadata | null | undefined,
): Metadata {
  const merged = mergeMetadata(present, changes);
  if (isTooLarge(merged) && bytesOf(merged) > bytesOf(present)) throw validationFailed(`${name} ${bound}`);
  return merged;
}
