import type { Query } from '../../../server/src/database/database.ts';
import { UserError } from '../../../server/src/configuration/user-error.ts';
import { newPassword } from '../../../server/src/auth/kernel/entities/secrets.rules.ts';
import { newPasswordHash } from '../../../server/src/auth/kernel/password-hashing.ts';
import {
  findAccount,
  findAccountBy,
  insertUser,
  updateUser,
} from '../../../server/src/auth/accounts/store/accounts.store.ts';
import {
  dropAddressChanges,
  dropEverythingPending,
} from '../../../server/src/auth/accounts/changes/drop-changes.ts';
import { deleteProviderFlows } from '../../../server/src/auth/accounts/codes/flow-states.store.ts';
import { deleteFactors } from '../../../server/src/auth/factors/factors.store.ts';
import {
  deleteExternalIdentities,
  insertIdentity,
} from '../../../server/src/auth/accounts/store/identities.store.ts';
import { deleteSessions } from '../../../server/src/auth/sessions/store/sessions.store.ts';

/** A member with access to /admin, managed by `npm run admin`. `query` is the database owner's, in a transaction. */
export interface Admin {
  readonly email: string;
  readonly lastSignIn: string | null;
  readonly factors: number;
}

export async function listAdmins(query: Query): Promise<Admin[]> {
  const { rows } = await query<Admin>(
    `select u.email, to_jsonb(u.last_sign_in_at) #>> '{}' as "lastSignIn",
       (select count(*)::int from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as factors
     from public.user_roles r join auth.users u on u.id = r.user_id
     where r.role = 'admin' order by u.email`,
  );
  return rows;
}

/**
 * Makes the holder of an address an admin, with an account when there is none. An account that has confirmed no address
 * loses the password that a sign-up may have set, and gets an initial one.
 * @returns the initial password, null when the account keeps the one it has; 'already' when nothing was to do
 */
export async function addAdmin(query: Query, email: string, at: Date): Promise<string | null | 'already'> {
  const account = await findAccountBy({ query }, 'email', email);
  const id = account?.user.id ?? (await insertAccount(query, email, at));
  const granted = await query(
    `insert into public.user_roles (user_id, role) values ($1, 'admin')
     on conflict (user_id) do update set role = 'admin' where user_roles.role <> 'admin'`,
    [id],
  );
  if (granted.rowCount === 0) return 'already';
  if (account?.user.confirmed_at && account.user.encrypted_password) return null;
  return setNewPassword(query, id, at);
}

/** Removes the role and ends every session at once. The account stays, without a password, because its history is kept. */
export async function removeAdmin(query: Query, email: string, at: Date): Promise<void> {
  const id = await adminId(query, email);
  await query('select private.lock_work_of($1)', [id]);
  await query('delete from public.user_roles where user_id = $1', [id]);
  // The account first, as in every other change of it.
  await updateUser({ query, at }, id, { encrypted_password: null });
  await dropEverythingPending({ query, at }, id);
  await deleteSessions({ query }, id);
  await deleteFactors({ query }, id);
}

/** Deletes a (former) member's account. Their history stays without an author. Rejects for the last owner. */
export async function eraseMember(query: Query, email: string): Promise<void> {
  await query('select private.erase_account($1)', [await accountId(query, email)]);
}

/** Sets a new password for an admin and ends every session. */
export async function resetAdminPassword(query: Query, email: string, at: Date): Promise<string> {
  const id = await adminId(query, email);
  const password = await setNewPassword(query, id, at);
  await deleteSessions({ query }, id);
  return password;
}

/** Lets an admin who lost their authenticator sign in by password again. */
export async function removeAdminFactors(query: Query, email: string): Promise<void> {
  const id = await adminId(query, email);
  await deleteFactors({ query }, id);
  await deleteSessions({ query }, id);
}

/**
 * Ends every session of one account, or of all, and what they began, as a global sign-out does.
 * @returns how many sessions there were
 */
export async function signOutEverywhere(query: Query, email: string | null, at: Date): Promise<number> {
  const id = email === null ? null : await accountId(query, email);
  const { rows } = await query<{ id: string }>(
    `select id from auth.users where ($1::uuid is null or id = $1) and not is_anonymous
     order by id for no key update`,
    [id],
  );
  for (const account of rows) {
    await dropAddressChanges({ query, at }, account.id);
    await deleteProviderFlows({ query }, account.id);
  }
  const { rowCount } = await query('delete from auth.sessions where $1::uuid is null or user_id = $1', [id]);
  return rowCount;
}

/** @throws UserError when there is no such account */
async function accountId(query: Query, email: string): Promise<string> {
  const account = await findAccountBy({ query }, 'email', email);
  if (!account) throw new UserError(`There is no account of ${email}.`);
  return account.user.id;
}

/** @throws UserError when there is no such admin */
async function adminId(query: Query, email: string): Promise<string> {
  const account = await findAccountBy({ query }, 'email', email);
  const { rowCount } = await query(`select from public.user_roles where user_id = $1 and role = 'admin'`, [
    account?.user.id,
  ]);
  if (!account || rowCount === 0) throw new UserError(`${email} is not an admin.`);
  return account.user.id;
}

/** The operator vouches for the address with the password, so an unconfirmed account is confirmed. */
async function setNewPassword(query: Query, id: string, at: Date): Promise<string> {
  const password = newPassword();
  const { user } = (await findAccount({ query }, id))!;
  if (!user.confirmed_at) await deleteExternalIdentities({ query }, id);
  const email_confirmed_at = user.email_confirmed_at ? undefined : at;
  const encrypted_password = await newPasswordHash(password);
  await updateUser({ query, at }, id, { encrypted_password, email_confirmed_at });
  await dropEverythingPending({ query, at }, id);
  return password;
}

async function insertAccount(query: Query, email: string, at: Date): Promise<string> {
  const user = {
    email,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { email_verified: true },
  };
  const id = await insertUser({ query, at }, user);
  const data = { sub: id, email, email_verified: true, phone_verified: false };
  await insertIdentity({ query, at }, { userId: id, provider: 'email', providerId: id, data });
  await updateUser({ query, at }, id, { email_confirmed_at: at });
  return id;
}
