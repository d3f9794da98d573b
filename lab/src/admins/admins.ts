import { UserError } from '@solostead/server/commands';
import type { Query } from '@solostead/server/database';
import {
  findAccountOf,
  findOrCreateAccount,
  lockOut,
  removeFactors,
  resetPassword,
  setNewPassword,
  signOutEverywhere,
} from '@solostead/server/accounts';

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
  const { id, canSignIn } = await findOrCreateAccount(query, email, at);
  const granted = await query(
    `insert into public.user_roles (user_id, role) values ($1, 'admin')
     on conflict (user_id) do update set role = 'admin' where user_roles.role <> 'admin'`,
    [id],
  );
  if (granted.rowCount === 0) return 'already';
  return canSignIn ? null : setNewPassword(query, id, at);
}

/** Removes the role and ends every session at once. The account stays, without a password, because its history is kept. */
export async function removeAdmin(query: Query, email: string, at: Date): Promise<void> {
  const id = await adminId(query, email);
  await query('select private.lock_leaver($1)', [id]);
  await query('delete from public.user_roles where user_id = $1', [id]);
  await lockOut(query, id, at);
}

/** Deletes a (former) member's account. Their history stays without an author. Rejects for the last owner. */
export async function eraseMember(query: Query, email: string): Promise<void> {
  await query('select private.erase_account($1)', [await accountId(query, email)]);
}

/** Sets a new password for an admin and ends every session. */
export async function resetAdminPassword(query: Query, email: string, at: Date): Promise<string> {
  return resetPassword(query, await adminId(query, email), at);
}

/** Lets an admin who lost their authenticator sign in by password again. */
export async function removeAdminFactors(query: Query, email: string, at: Date): Promise<void> {
  await removeFactors(query, await adminId(query, email), at);
}

/** Ends every session of one account, or of all with `null`. @returns the number of sessions */
export async function endSessions(query: Query, email: string | null, at: Date): Promise<number> {
  return signOutEverywhere(query, email === null ? null : await accountId(query, email), at);
}

/** @throws UserError when there is no such account */
async function accountId(query: Query, email: string): Promise<string> {
  const account = await findAccountOf(query, email);
  if (!account) throw new UserError(`There is no account of ${email}.`);
  return account.id;
}

/** @throws UserError when there is no such admin */
async function adminId(query: Query, email: string): Promise<string> {
  const account = await findAccountOf(query, email);
  const { rowCount } = await query(`select from public.user_roles where user_id = $1 and role = 'admin'`, [
    account?.id,
  ]);
  if (!account || rowCount === 0) throw new UserError(`${email} is not an admin.`);
  return account.id;
}
