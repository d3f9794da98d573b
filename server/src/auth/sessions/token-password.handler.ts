import { z } from 'zod';
import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import { audit, autocommit, transaction } from '../kernel/transaction.ts';
import type { Account, AddressKind } from '../kernel/entities/account.rules.ts';
import { withoutPlus } from '../kernel/entities/address.rules.ts';
import { authError, validationFailed } from '../kernel/errors.ts';
import { issueSession } from './issue-session.ts';
import { weaknessOf } from '../accounts/passwords/new-password.ts';
import { forgetCallersFailures, verifyPassword } from './password-attempts.ts';
import { findAccountBy, lockAccount } from '../accounts/store/accounts.store.ts';
import { texts } from '../kernel/entities/json.rules.ts';

const schema = z.object(texts('email', 'phone', 'password'));

/** POST /token?grant_type=password exchanges `{email|phone, password}` for a Session (contract A2.1). */
export const tokenPassword: Handler = async (call) => {
  const { email, phone, password } = bodyOf(call, schema);
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (!email && !phone) throw validationFailed('missing email or phone');
  const name = email ? email.trim().toLowerCase() : withoutPlus(phone!);
  const kind = email ? 'email' : 'phone';
  const account = await findByName(call, kind, name);
  const matches = await verifyPassword(call, name, password ?? '', account?.user.encrypted_password || null);
  if (!account || !matches) {
    await audit(autocommit(call), 'login_failed', account?.user.id ?? null, { method: 'password' });
    throw authError('invalid_credentials');
  }
  if (!account.user[`${kind}_confirmed_at`]) throw authError(`${kind}_not_confirmed`);

  const session = await transaction(call, async (tx) => {
    const present = await lockAccount(tx, account.user.id);
    // A new password may have been set while the comparison waited for its turn.
    if (present?.user.encrypted_password !== account.user.encrypted_password)
      throw authError('invalid_credentials');
    await audit(tx, 'login', account.user.id, { provider: kind });
    return issueSession(tx, present, 'password');
  });
  await forgetCallersFailures(call, name);
  const weakness = await weaknessOf(call, password ?? '', account.user.email);
  return weakness ? { ...session, weak_password: weakness } : session;
};

const labels = { email: 'Email', phone: 'Phone' } as const;

async function findByName(call: Call, kind: AddressKind, name: string): Promise<Account | null> {
  const { settings, database } = call.auth;
  const { enable_signup } = kind === 'email' ? settings.email : settings.sms;
  if (enable_signup) return findAccountBy(database, kind, name);
  throw authError(`${kind}_provider_disabled`, {
    status: 422,
    message: `${labels[kind]} logins are disabled`,
  });
}
