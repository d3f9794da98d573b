import { validationFailed } from '../kernel/errors.ts';
import { parseDuration } from '../../configuration/config-toml/duration.ts';

/**
 * Until when an account is shut: null for "none", else `now` plus the duration ("24h").
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
