import type { Query } from '../database/database.ts';
import { UserError } from '../configuration/user-error.ts';
import { dropEverythingPending } from '../auth/accounts/changes/drop-changes.ts';
import { mergeMetadata } from '../auth/accounts/metadata.rules.ts';
import { lockAccountBy, updateUser } from '../auth/accounts/store/accounts.store.ts';
import { deleteForeignIdentities, insertIdentity } from '../auth/accounts/store/identities.store.ts';
import { deleteFactors } from '../auth/factors/factors.store.ts';
import { newPassword } from '../auth/kernel/entities/secrets.rules.ts';
import { newPasswordHash } from '../auth/kernel/password-hashing.ts';
import { deletePasskeys } from '../auth/passkeys/passkeys.store.ts';
import { deleteSessions } from '../auth/sessions/store/sessions.store.ts';
import { recordOperator } from './operator.ts';

/**
 * Leaves an account to the holder of its address, who may be another person than the one who made it. It gets a new
 * password, and loses every other way in (linked identities, number, passkeys), its second factors, its sessions and
 * what waits for a code. The operator vouches for the address. `query` is the database owner's, in a transaction.
 * @returns the password
 * @throws UserError if there is no such account
 */
export async function secureAccount(query: Query, email: string, at: Date): Promise<string> {
  const db = { query, at };
  const account = await lockAccountBy(db, 'email', email);
  if (!account) throw new UserError(`There is no account of ${email}.`);
  const { id, email_confirmed_at, raw_user_meta_data } = account.user;
  const password = newPassword();
  await updateUser(db, id, {
    encrypted_password: await newPasswordHash(password),
    email_confirmed_at: email_confirmed_at ? undefined : at,
    phone: null,
    phone_confirmed_at: null,
    raw_app_meta_data: { ...account.user.raw_app_meta_data, provider: 'email', providers: ['email'] },
    raw_user_meta_data: mergeMetadata(raw_user_meta_data, { email_verified: true, phone_verified: false }),
  });
  await deleteForeignIdentities(db, id);
  if (!account.identities.some(({ provider }) => provider === 'email')) {
    const data = { sub: id, email, email_verified: true, phone_verified: false };
    await insertIdentity(db, { userId: id, provider: 'email', providerId: id, data });
  }
  await deletePasskeys(db, id);
  await deleteFactors(db, id);
  await deleteSessions(db, id);
  await dropEverythingPending(db, id);
  await recordOperator(db, 'user_modified', id, { changed: ['password', 'identities', 'factors'] });
  return password;
}
