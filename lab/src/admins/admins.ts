import type { Query } from '../../../server/src/database/database.ts';
import type { Account } from '../../../server/src/auth/kernel/entities/account.rules.ts';
import { newPassword } from '../../../server/src/auth/kernel/entities/secrets.rules.ts';
import { newPasswordHash } from '../../../server/src/auth/kernel/password-hashing.ts';
import { findAccount, findAccountByEmail } from '../../../server/src/auth/accounts/store/accounts.store.ts';
import { deleteFactors } from '../../../server/src/auth/factors/factors.store.ts';
import {
  deleteExternalIdentities,
  insertIdentity,
} from '../../../server/src/auth/accounts/store/identities.store.ts';
import { deleteSessions } from '../../../server/src/auth/sessions/store/sessions.store.ts';
import { insertUser, updateUser } from '../../../server/src/auth/accounts/store/users.store.ts';

/** A member with access to /admin, managed by `npm run admin`. `query` is the database owner's, in a transaction. */

export interface Admin {
  readonly email: string;
  readonly since: string;
  readonly lastSignIn: string | null;
  readonly factors: number;
}

export async function listAdmins(query: Query): Promise<Admin[]> {
  const { rows } = await query<Admin>(
    `select u.email, to_jsonb(r.created_at) #>> '{}' as since, to_jsonb(u.last_sign_in_at) #>> '{}' as "lastSignIn",
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
  const account = await findAccountByEmail(query, email);
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

/** Removes the role and ends every session at once. The account stays, because its history is kept, but is banned. */
export async function removeAdmin(query: Query, email: string, at: Date): Promise<boolean> {
  const account = await findAdmin(query, email);
  if (!account) return false;
  const { id } = account.user;
  await query('delete from public.user_roles where user_id = $1', [id]);
  await deleteSessions(query, id);
  await deleteFactors(query, id);
  await updateUser(query, id, { encrypted_password: null }, at);
  return true;
}

/**
 * Deletes the account of a member or former member for good. Their history stays without an author. Returns false
 * when there is no such account, and rejects for the last owner, as the database refuses.
 */
export async function eraseMember(query: Query, email: string): Promise<boolean> {
  const account = await findAccountByEmail(query, email);
  if (!account) return false;
  await query('select private.erase_account($1)', [account.user.id]);
  return true;
}

/** Sets a new password for an admin and ends every session. Returns null when there is no such admin. */
export async function resetAdminPassword(query: Query, email: string, at: Date): Promise<string | null> {
  const account = await findAdmin(query, email);
  if (!account) return null;
  await deleteSessions(query, account.user.id);
  return setNewPassword(query, account.user.id, at);
}

/**
 * Lets an admin who lost their authenticator sign in by password again. Returns false when there is no such admin.
 */
export async function removeAdminFactors(query: Query, email: string): Promise<boolean> {
  const account = await findAdmin(query, email);
  if (!account) return false;
  await deleteFactors(query, account.user.id);
  await deleteSessions(query, account.user.id);
  return true;
}

/** Ends every session of one account, or of all. @returns how many there were, null when there is no such account. */
export async function signOutEverywhere(query: Query, email: string | null): Promise<number | null> {
  if (email !== null && !(await findAccountByEmail(query, email))) return null;
  const { rowCount } = await query(
    'delete from auth.sessions s using auth.users u where u.id = s.user_id and ($1::text is null or u.email = $1)',
    [email],
  );
  return rowCount;
}

async function findAdmin(query: Query, email: string): Promise<Account | null> {
  const account = await findAccountByEmail(query, email);
  if (!account) return null;
  const role = await query(`select 1 from public.user_roles where user_id = $1 and role = 'admin'`, [
    account.user.id,
  ]);
  return role.rowCount === 0 ? null : account;
}

/** The operator vouches for the address with the password, so an unconfirmed account is confirmed. */
async function setNewPassword(query: Query, id: string, at: Date): Promise<string> {
  const password = newPassword();
  const { user } = (await findAccount(query, id))!;
  if (!user.confirmed_at) await deleteExternalIdentities(query, id);
  const email_confirmed_at = user.email_confirmed_at ? undefined : at;
  const encrypted_password = await newPasswordHash(password);
  await updateUser(query, id, { encrypted_password, email_confirmed_at }, at);
  return password;
}

async function insertAccount(query: Query, email: string, at: Date): Promise<string> {
  const user = {
    email,
    email_confirmed_at: at,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { email_verified: true },
  };
  const id = await insertUser(query, user, at);
  const data = { sub: id, email, email_verified: true, phone_verified: false };
  await insertIdentity(query, { userId: id, provider: 'email', providerId: id, data, at });
  return id;
}
