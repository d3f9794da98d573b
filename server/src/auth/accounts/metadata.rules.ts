import type { Metadata } from '../kernel/entities/account.rules.ts';

/** Both kinds of metadata travel in every access token, whose bearer must fit into a request's 16 KB of headers. */
export const MAX_METADATA_BYTES = 4_096;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

export const isTooLarge = (metadata: Metadata): boolean => bytesOf(metadata) > MAX_METADATA_BYTES;

/** As many members as fit, the smallest first: a large profile must not prevent the sign-in. */
export function fittingMetadata(metadata: Metadata): Metadata {
  const kept: Metadata = {};
  const bySize = Object.entries(metadata).toSorted(([, one], [, other]) => bytesOf(one) - bytesOf(other));
  for (const [name, value] of bySize) {
    if (isTooLarge({ ...kept, [name]: value })) break;
    kept[name] = value;
  }
  return kept;
}

/** Merges `changes` over `present`; a null deletes its key (contract A3.2). */
export function mergeMetadata(present: Metadata | null, changes: Metadata | null | undefined): Metadata {
  const merged = { ...present, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** The providers an account is known by, as app_metadata states them. */
export function providerMetadata(providers: readonly string[]): Metadata {
  return providers.length === 0 ? {} : { provider: providers[0], providers: [...new Set(providers)] };
}
