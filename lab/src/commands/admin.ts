import {
  addAdmin,
  listAdmins,
  removeAdmin,
  removeAdminFactors,
  resetAdminPassword,
  signOutEverywhere,
} from '../admins/admins.ts';
import { parseEmail } from '../../../server/src/auth/kernel/entities/address.rules.ts';
import { createPasswords } from '../../../server/src/auth/kernel/password-hashing.ts';
import { systemClock } from '../../../server/src/clock.ts';
import { readLabConfig } from '../configuration.ts';
import type { Query } from '../../../server/src/database/database.ts';
import { runCommand } from '../../../server/src/commands/run-command.ts';
import { withDatabases } from '../../../server/src/commands/with-databases.ts';
import { UserError } from '../../../server/src/user-error.ts';

const HELP = `Who may enter /admin. Works whether the server runs or not.

  npm run admin -- add EMAIL              makes an admin and prints an initial password
  npm run admin -- list                   all admins, with last sign-in and number of authenticators
  npm run admin -- remove EMAIL           takes the role and ends every session at once
  npm run admin -- reset-password EMAIL   prints a new password and ends every session
  npm run admin -- sign-out EMAIL         ends every session of one account, or of all: sign-out everyone
  npm run admin -- remove-factors EMAIL   for an admin who lost their second factor`;

type Action = (query: Query, email: string, at: Date) => Promise<string>;

const EVERYONE = 'everyone';

const notAnAdmin = (email: string) => new UserError(`${email} is not an admin.`);
const initialPassword = (password: string) => `initial password: ${password}`;

const actions: Readonly<Record<string, Action>> = {
  async add(query, email, at) {
    const password = await addAdmin(query, createPasswords(), email, at);
    if (password === 'already') {
      throw new UserError(`${email} is an admin already; a new password: npm run admin -- reset-password`);
    }
    return password
      ? initialPassword(password)
      : `${email} may now enter /admin with their present password.`;
  },
  async remove(query, email, at) {
    if (!(await removeAdmin(query, email, at))) throw notAnAdmin(email);
    return `${email} is no longer an admin and signed out everywhere.`;
  },
  async 'reset-password'(query, email, at) {
    const password = await resetAdminPassword(query, createPasswords(), email, at);
    if (!password) throw notAnAdmin(email);
    return initialPassword(password);
  },
  async 'sign-out'(query, email) {
    const ended = await signOutEverywhere(query, email === EVERYONE ? null : email);
    return `${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`;
  },
  async 'remove-factors'(query, email) {
    if (!(await removeAdminFactors(query, email))) throw notAnAdmin(email);
    return `${email} signs in with the password alone until they add a second factor again.`;
  },
};

async function list(query: Query): Promise<string> {
  const admins = await listAdmins(query);
  if (admins.length === 0) return 'There is no admin yet: npm run admin -- add you@example.org';
  const line = ({ email, lastSignIn, factors }: (typeof admins)[number]): string =>
    `${email}  last sign-in: ${lastSignIn?.slice(0, 16).replace('T', ' ') ?? 'never'}  authenticators: ${factors}`;
  return admins.map(line).join('\n');
}

function addressOf(action: string, text: string | undefined): string {
  if (!text) throw new UserError(HELP);
  if (action === 'sign-out' && text === EVERYONE) return text;
  try {
    return parseEmail(text);
  } catch {
    throw new UserError(`${text} is not an e-mail address.`);
  }
}

await runCommand(HELP, async ([name = '', address]) => {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action && name !== 'list') throw new UserError(HELP);
  const email = action ? addressOf(name, address) : '';
  const answer = await withDatabases(readLabConfig(), 'admin', ({ owner }) =>
    action
      ? owner.transaction((query) => action(query, email, new Date(systemClock.now())))
      : list(owner.query),
  );
  console.log(answer);
});
