import { validationFailed } from '../kernel/errors.ts';
import { mergeMetadata, requireSmall } from '../accounts/metadata.rules.ts';
import type { UserChanges, UserRow } from '../kernel/entities/account.rules.ts';
import type { Json } from '../kernel/entities/json.rules.ts';
import { parseDuration } from '../../configuration/config-toml/duration.ts';

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

/** The changes of PUT /admin/users/{id}, except addresses and password. */
interface Requested {
  readonly role?: string | null;
  readonly aud?: string | null;
  readonly ban_duration?: string | null;
  readonly email_confirm?: boolean | null;
  readonly phone_confirm?: boolean | null;
  readonly user_metadata?: Json | null;
  readonly app_metadata?: Json | null;
}

/**
 * Returns the columns that an administrator's request changes at `at`. A confirmation never changes an earlier date.
 * @throws AuthError 400 validation_failed (contract A7.3)
 */
export function userChanges(user: UserRow, requested: Requested, at: Date): UserChanges {
  const confirmed = {
    ...(requested.email_confirm ? { email_verified: true } : {}),
    ...(requested.phone_confirm ? { phone_verified: true } : {}),
  };
  const data = { ...requested.user_metadata, ...confirmed };
  const hasData = Boolean(requested.user_metadata) || Object.keys(confirmed).length > 0;
  return {
    role: requested.role || undefined,
    aud: requested.aud || undefined,
    banned_until: requested.ban_duration ? banEnd(requested.ban_duration, at.getTime()) : undefined,
    email_confirmed_at: requested.email_confirm && !user.email_confirmed_at ? at : undefined,
    phone_confirmed_at: requested.phone_confirm && !user.phone_confirmed_at ? at : undefined,
    raw_user_meta_data: hasData
      ? requireSmall('user_metadata', mergeMetadata(user.raw_user_meta_data, data))
      : undefined,
    raw_app_meta_data: requested.app_metadata
      ? requireSmall('app_metadata', mergeMetadata(user.raw_app_meta_data, requested.app_metadata))
      : undefined,
  };
}
