import type { Call } from '../kernel/call.ts';
import { validationFailed } from '../kernel/errors.ts';
import { hashPassword, MAX_PASSWORD_BYTES } from '../kernel/password-hashing.ts';
import type { AdminUserBody } from './user-changes.rules.ts';

const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/**
 * Returns the hash to store for a given password or bcrypt hash, or null. Callers check strength themselves. Like the
 * reference service, this does not check it for the secret key.
 * @throws AuthError 400 validation_failed
 */
export async function passwordHashOf(call: Call, body: AdminUserBody): Promise<string | null> {
  if (body.password && body.password_hash) {
    throw validationFailed('Only a password or a password hash should be provided');
  }
  if (body.password_hash) {
    if (!BCRYPT.test(body.password_hash)) throw validationFailed('Unsupported password hash');
    return body.password_hash;
  }
  if (!body.password) return null;
  if (Buffer.byteLength(body.password) > MAX_PASSWORD_BYTES) {
    throw validationFailed(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  }
  return hashPassword(call, body.password);
}
