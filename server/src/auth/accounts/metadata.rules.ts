import type { Metadata } from '../kernel/entities/account.rules.ts';

/** Merges `changes` over `present`; a null deletes its key (auth contract 3, PUT /user). */
export function mergeMetadata(present: Metadata | null, changes: Metadata | null | undefined): Metadata {
  const merged = { ...present, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** The providers an account is known by, as app_metadata states them. */
export function providerMetadata(providers: readonly string[]): Metadata {
  return providers.length === 0 ? {} : { provider: providers[0], providers: [...new Set(providers)] };
}
