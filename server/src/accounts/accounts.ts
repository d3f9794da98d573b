import { UserError } from '../configuration/user-error.ts';
import { dropAddressChanges, dropEverythingPending } from '../auth/accounts/changes/drop-changes.ts';
import { deleteProviderFlows } from '../auth/accounts/codes/flow-states.store.ts';
import { mergeMetadata } from '../auth/accounts/metadata.rules.ts';
import {
  findAccountBy,
  getAccount,
  insertUser,
  lockAccount,
  lockAccountBy,
  updateUser,
} from '../auth/accounts/store/accounts.store.ts';
import {
  deleteExternalIdentities,
  deleteForeignIdentities,
  insertIdentity,
} from '../auth/accounts/store/identities.store.ts';
import { deleteFactors } from '../auth/factors/factors.store.ts';
import { newPassword } from '../auth/kernel/entities/secrets.rules.ts';
import { newPasswordHash } from '../auth/kernel/password-hashing.ts';
import { insertAuditEntry } from '../auth/kernel/transaction.ts';
import { deletePasskeys } from '../auth/passkeys/passkeys.store.ts';
import { deleteSessions } from '../auth/sessions/store/sessions.store.ts';
import type { Query } from '../database/database.ts';
import type { Dated } from '../database/rows.ts';

/** An account as the operator sees it. */
export interface OperatorAccount {
  readonly id: string;
  /** True if the holder has proved an address or number and has a password. */
  readonly canSignIn: boolean;
}

/** Returns the account of an address, or null. `query` is the database owner's, as in all functions here. */
export async function findAccountOf(query: Query, email: string): Promise<OperatorAccount | null> {
  const account = await findAccountBy({ query }, 'email', email);
  return account && seen(account.user);
}

/**
 * Returns the account of an address, which is created if there is none. A new one is confirmed, because the operator
 * vouches for the address, and has no password yet.
 */
export async function findOrCreateAccount(query: Query, email: string, at: Date): Promise<OperatorAccount> {
  const db = { query, at };
  const known = (await findAccountBy(db, 'email', email)) ?? (await lockAccountBy(db, 'email', email));
  if (known) return seen(known.user);
  const id = await insertUser(db, {
    email,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { email_verified: true },
  });
  await insertEmailIdentity(db, id, email);
  await updateUser(db, id, { email_confirmed_at: at });
  await recordOperator(db, 'user_signedup', id);
  return seen((await getAccount(db, id)).user);
}

/**
 * Gives an account a new password and forgets what waits for a code. The operator vouches for the address, so an
 * unconfirmed account is confirmed, and loses the identities that another person may have linked.
 * @returns the password
 */
export async function setNewPassword(query: Query, id: string, at: Date): Promise<string> {
  const db = { query, at };
  const { user } = (await lockAccount(db, id))!;
  const password = newPassword();
  if (!user.confirmed_at) await deleteExternalIdentities(db, id);
  await updateUser(db, id, {
    encrypted_password: await newPasswordHash(password),
    email_confirmed_at: user.email_confirmed_at ? undefined : at,
  });
  await dropEverythingPending(db, id);
  await recordOperator(db, 'user_modified', id, { changed: ['password'] });
  return password;
}

/** Like `setNewPassword`, and ends every session. @returns the password */
export async function resetPassword(query: Query, id: string, at: Date): Promise<string> {
  const password = await setNewPassword(query, id, at);
  await deleteSessions({ query }, id);
  return password;
}

/**
 * Leaves an account to the holder of its address, who may be another person than the one who made it. It gets a new
 * password, and loses every other sign-in method (linked identities, number, passkeys), its second factors, its sessions and
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
  if (!account.identities.some(({ provider }) => provider === 'email'))
    await insertEmailIdentity(db, id, email);
  await deletePasskeys(db, id);
  await deleteFactors(db, id);
  await deleteSessions(db, id);
  await dropEverythingPending(db, id);
  await recordOperator(db, 'user_modified', id, { changed: ['password', 'identities', 'factors'] });
  return password;
}

/** Takes an account's password, second factors and sessions, and what waits for a code. The account stays. */
export async function lockOut(query: Query, id: string, at: Date): Promise<void> {
  const db = { query, at };
  // The account first, as in every other change of it.
  await updateUser(db, id, { encrypted_password: null });
  await dropEverythingPending(db, id);
  await deleteSessions(db, id);
  await deleteFactors(db, id);
  await recordOperator(db, 'user_modified', id, { changed: ['password', 'factors'] });
}

/** Removes an account's second factors and ends its sessions. */
export async function removeFactors(query: Query, id: string, at: Date): Promise<void> {
  const db = { query, at };
  await lockAccount(db, id);
  await deleteFactors(db, id);
  await deleteSessions(db, id);
  await recordOperator(db, 'user_modified', id, { changed: ['factors'] });
}

/**
 * Ends every session of one account, or of all with `null`, and what they began, as a global sign-out does.
 * @returns the number of sessions
 */
export async function signOutEverywhere(query: Query, id: string | null, at: Date): Promise<number> {
  const db = { query, at };
  const { rows } = await query<{ id: string }>(
    `select id from auth.users where ($1::uuid is null or id = $1) and not is_anonymous
     order by id for no key update`,
    [id],
  );
  for (const account of rows) {
    await dropAddressChanges(db, account.id);
    await deleteProviderFlows(db, account.id);
    await recordOperator(db, 'logout', account.id, { scope: 'global' });
  }
  const { rowCount } = await query('delete from auth.sessions where $1::uuid is null or user_id = $1', [id]);
  return rowCount;
}

/** Gives an account the identity of its address, which the operator vouches for. */
const insertEmailIdentity = (db: Dated, id: string, email: string) =>
  insertIdentity(db, {
    userId: id,
    provider: 'email',
    providerId: id,
    data: { sub: id, email, email_verified: true, phone_verified: false },
  });

/** Records what the operator did with an account, in the transaction of the change. */
const recordOperator = (
  db: Dated,
  action: 'user_signedup' | 'user_modified' | 'logout',
  actor_id: string,
  traits: Readonly<Record<string, unknown>> = {},
): Promise<void> => insertAuditEntry(db, '', { actor_id, action, traits: { by: 'operator', ...traits } });

const seen = (user: { id: string; confirmed_at: string | null; encrypted_password: string | null }) => ({
  id: user.id,
  canSignIn: user.confirmed_at !== null && user.encrypted_password !== null,
});
