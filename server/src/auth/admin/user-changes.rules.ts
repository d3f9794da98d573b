import { z } from 'zod';
import { validationFailed } from '../kernel/errors.ts';
import { changedMetadata, metadataBody } from '../accounts/metadata.rules.ts';
import type { UserChanges, UserRow } from '../kernel/entities/account.rules.ts';
import { parseDuration } from '../../configuration/config-toml/duration.ts';
import { texts } from '../kernel/entities/json.rules.ts';

/**
 * Returns the end of a ban, null for "none", otherwise `now` plus the duration ("24h").
 * @throws AuthError 400 validation_failed
 */
export function banEnd(duration: string, now: number): Date | null {
  if (duration === 'none') return null;
  const milliseconds = parseDuration(duration);
  const end = new Date(now + (milliseconds ?? NaN));
  if (milliseconds === null || Number.isNaN(end.getTime()) || end.getUTCFullYear() > 9999) {
    throw validationFailed(`Invalid format for ban duration: "${duration.slice(0, 40)}"`);
  }
  return end;
}

/** The body of POST and PUT /admin/users (contract A7.1 and A7.3). */
export const adminUserBody = z.object({
  ...texts('id'),
  aud: z.string().max(255).nullish(),
  role: z.string().max(255).nullish(),
  ...texts('email', 'phone', 'password', 'password_hash'),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadataBody.nullish(),
  app_metadata: metadataBody.nullish(),
  ...texts('ban_duration'),
});

export type AdminUserBody = z.infer<typeof adminUserBody>;

/**
 * Returns the columns that an administrator's request changes at `at`. A confirmation never changes an earlier date.
 * @throws AuthError 400 validation_failed (contract A7.3)
 */
export function userChanges(user: UserRow, requested: AdminUserBody, at: Date): UserChanges {
  const confirmed = {
    ...(requested.email_confirm ? { email_verified: true } : {}),
    ...(requested.phone_confirm ? { phone_verified: true } : {}),
  };
  const hasData = Boolean(requested.user_metadata) || Object.keys(confirmed).length > 0;
  return {
    role: requested.role || undefined,
    aud: requested.aud || undefined,
    banned_until: requested.ban_duration ? banEnd(requested.ban_duration, at.getTime()) : undefined,
    email_confirmed_at: requested.email_confirm && !user.email_confirmed_at ? at : undefined,
    phone_confirmed_at: requested.phone_confirm && !user.phone_confirmed_at ? at : undefined,
    raw_user_meta_data: hasData
      ? {
          ...changedMetadata('user_metadata', user.raw_user_meta_data, requested.user_metadata),
          ...confirmed,
        }
      : undefined,
    raw_app_meta_data: requested.app_metadata
      ? changedMetadata('app_metadata', user.raw_app_meta_data, requested.app_metadata)
      : undefined,
  };
}
