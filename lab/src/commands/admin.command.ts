import { plural } from '@solostead/contract/plural';
import { readLabConfig } from '../configuration.ts';
import { throwForOperator } from './throw-for-operator.ts';
import {
  findAccountOf,
  findOrCreateAccount,
  lockOut,
  removeFactors,
  resetPassword,
  secureAccount,
  setNewPassword,
  signOutEverywhere,
} from '@solostead/server/accounts';
import type { Query } from '@solostead/server/database';
import { defineCommand, emailAddress, UserError, withDatabases } from '@solostead/server/commands';

/** Changes a member's account in a transaction of the database's owner, and returns what it prints. */
type Action = (query: Query, email: string, at: Date) => Promise<string>;

const EVERYONE = 'everyone';

const initialPassword = (password: string) => `initial password: ${password}`;

/** An account that has confirmed no address loses the password that a sign-up may have set, and gets an initial one. */
const add: Action = async (query, email, at) => {
  const { id, canSignIn } = await findOrCreateAccount(query, email, at);
  const { rowCount } = await query(
    `insert into public.user_roles (user_id, role) values ($1, 'admin')
     on conflict (user_id) do update set role = 'admin' where user_roles.role <> 'admin'`,
    [id],
  );
  if (rowCount === 0) {
    throw new UserError(
      `${email} is already an admin. For a new password: npm run admin -- reset-password ${email}`,
    );
  }
  if (!canSignIn) return initialPassword(await setNewPassword(query, id, at));
  return `${email} may now sign in at /admin with their present
password. If someone else may have created the account: npm run admin -- secure ${email}`;
};

/** Removes the role and ends every session at once. The account stays, without a password, because its history is kept. */
const remove: Action = async (query, email, at) => {
  const id = await adminId(query, email);
  await query('select private.lock_leaver($1)', [id]);
  await query('delete from public.user_roles where user_id = $1', [id]);
  await lockOut(query, id, at);
  return `${email} is no longer an admin and signed out everywhere.`;
};

/** Deletes a (former) member's account. Their history stays without an author. The last owner is refused. */
const erase: Action = async (query, email) => {
  await query('select private.erase_account($1)', [await accountId(query, email)]).catch(throwForOperator);
  return `The account of ${email} was deleted. Notes and history stay without a name.`;
};

const reset: Action = async (query, email, at) => {
  const password = await resetPassword(query, await adminId(query, email), at);
  return `${initialPassword(password)}
Linked accounts, passkeys and second factors stay. To remove them too: npm run admin -- secure ${email}`;
};

const secure: Action = async (query, email, at) =>
  `${initialPassword(await secureAccount(query, email, at))}
All other sign-in methods, second factors and sessions of the account were removed.`;

const signOut: Action = async (query, email, at) => {
  const id = email === EVERYONE ? null : await accountId(query, email);
  return `${plural(await signOutEverywhere(query, id, at), 'session')} ended.`;
};

const dropFactors: Action = async (query, email, at) => {
  await removeFactors(query, await adminId(query, email), at);
  return `${email} signs in with the password alone until they add a second factor again.`;
};

/** An admin as `list` prints them. */
interface Admin {
  readonly email: string;
  readonly lastSignIn: string | null;
  readonly factors: number;
}

async function listAdmins(query: Query): Promise<Admin[]> {
  const { rows } = await query<Admin>(
    `select u.email, to_jsonb(u.last_sign_in_at) #>> '{}' as "lastSignIn",
       (select count(*)::int from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as factors
     from public.user_roles r join auth.users u on u.id = r.user_id
     where r.role = 'admin' order by u.email`,
  );
  return rows;
}

const list: Action = async (query) => {
  const admins = await listAdmins(query);
  if (admins.length === 0) return 'There is no admin yet: npm run admin -- add you@example.org';
  const line = ({ email, lastSignIn, factors }: Admin): string =>
    `${email}  last sign-in: ${lastSignIn?.slice(0, 16).replace('T', ' ') ?? 'never'}  authenticators: ${factors}`;
  return admins.map(line).join('\n');
};

const listAsJson: Action = async (query) => JSON.stringify(await listAdmins(query), null, 2);

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

async function print(action: Action, email: string): Promise<void> {
  const answer = await withDatabases(readLabConfig(), 'admin', ({ owner }) =>
    owner.transaction((query) => action(query, email, new Date())),
  );
  console.log(answer);
}

const addressOrEveryone = (text: string) => (text === EVERYONE ? text : emailAddress(text));

export const command = defineCommand('admin').description(
  'Manages admins, also while the server is stopped. npm run admin -- add EMAIL does the same.',
);

function verb(name: string, summary: string, action: Action): void {
  command
    .command(name)
    .description(summary)
    .argument('<EMAIL>', 'of the account', emailAddress)
    .action((email) => print(action, email));
}

verb('add', 'creates an admin and prints an initial password', add);
command
  .command('list')
  .description('lists all admins with last sign-in and number of second factors')
  .option('--json', 'print an array of admins: email, lastSignIn, factors')
  .action(({ json }) => print(json ? listAsJson : list, ''));
verb('remove', 'removes the role and ends every session at once', remove);
verb('erase', 'deletes the account for good', erase);
verb('reset-password', 'prints a new password and ends every session', reset);
verb('secure', 'prints a new password and removes every other way to sign in', secure);
command
  .command('sign-out')
  .description('ends every session of one account, or of all')
  .argument('<EMAIL>', 'of the account, or the word everyone', addressOrEveryone)
  .action((email) => print(signOut, email));
verb('remove-factors', 'removes the second factors of an admin who lost theirs', dropFactors);
