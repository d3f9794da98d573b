import { plural } from '@solostead/contract/plural';
import {
  addAdmin,
  eraseMember,
  listAdmins,
  removeAdmin,
  removeAdminFactors,
  resetAdminPassword,
  endSessions,
} from '../admins/admins.ts';
import { readLabConfig } from '../configuration.ts';
import { throwForOperator } from '../database-refusal.ts';
import { secureAccount } from '@solostead/server/accounts';
import type { Query } from '@solostead/server/database';
import { defineCommand, emailAddress, UserError, withDatabases } from '@solostead/server/commands';

type Action = (query: Query, email: string, at: Date) => Promise<string>;

const EVERYONE = 'everyone';

const initialPassword = (password: string) => `initial password: ${password}`;

const add: Action = async (query, email, at) => {
  const password = await addAdmin(query, email, at);
  if (password === 'already') {
    throw new UserError(
      `${email} is already an admin. For a new password: npm run admin -- reset-password ${email}`,
    );
  }
  if (password) return initialPassword(password);
  return `${email} may now sign in at /admin with their present
password. If someone else may have created the account: npm run admin -- secure ${email}`;
};

const remove: Action = async (query, email, at) => {
  await removeAdmin(query, email, at);
  return `${email} is no longer an admin and signed out everywhere.`;
};

const erase: Action = async (query, email) => {
  await eraseMember(query, email).catch(throwForOperator);
  return `The account of ${email} was deleted. Notes and history stay without a name.`;
};

const resetPassword: Action = async (query, email, at) => {
  const password = await resetAdminPassword(query, email, at);
  return `${initialPassword(password)}
Linked accounts, passkeys and second factors stay. To remove them too: npm run admin -- secure ${email}`;
};

const secure: Action = async (query, email, at) =>
  `${initialPassword(await secureAccount(query, email, at))}
All other sign-in methods, second factors and sessions of the account were removed.`;

const signOut: Action = async (query, email, at) => {
  const ended = await endSessions(query, email === EVERYONE ? null : email, at);
  return `${plural(ended, 'session')} ended.`;
};

const removeFactors: Action = async (query, email, at) => {
  await removeAdminFactors(query, email, at);
  return `${email} signs in with the password alone until they add a second factor again.`;
};

const list: Action = async (query) => {
  const admins = await listAdmins(query);
  if (admins.length === 0) return 'There is no admin yet: npm run admin -- add you@example.org';
  const line = ({ email, lastSignIn, factors }: (typeof admins)[number]): string =>
    `${email}  last sign-in: ${lastSignIn?.slice(0, 16).replace('T', ' ') ?? 'never'}  authenticators: ${factors}`;
  return admins.map(line).join('\n');
};

const listAsJson: Action = async (query) => JSON.stringify(await listAdmins(query), null, 2);

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
verb('reset-password', 'prints a new password and ends every session', resetPassword);
verb('secure', 'prints a new password and removes every other way to sign in', secure);
command
  .command('sign-out')
  .description('ends every session of one account, or of all')
  .argument('<EMAIL>', 'of the account, or the word everyone', addressOrEveryone)
  .action((email) => print(signOut, email));
verb('remove-factors', 'removes the second factors of an admin who lost theirs', removeFactors);
