import { z } from 'zod';
import type { Metadata } from '../kernel/entities/account.rules.ts';
import { isTooLarge, MAX_METADATA_BYTES } from './metadata.rules.ts';
import { validationFailed } from '../kernel/errors.ts';

const bound = `may hold ${MAX_METADATA_BYTES} bytes of JSON at most`;

/** Metadata as bodies bring it. */
export const metadataBody = z
  .record(z.string(), z.unknown())
  .refine((metadata) => !isTooLarge(metadata), { error: bound });

/** What metadata would be after a change. @throws AuthError 400 validation_failed */
export function requireSmall(name: 'user_metadata' | 'app_metadata', merged: Metadata): Metadata {
  if (isTooLarge(merged)) throw validationFailed(`${name} ${bound}`);
  return merged;
}
