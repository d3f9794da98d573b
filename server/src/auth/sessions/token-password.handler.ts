import { z } from 'zod';
import { audit } from '../kernel/audit.ts';
import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import { type Account, isBanned } from '../kernel/entities/account.rules.ts';
import { AuthError, invalidCredentials, userBanned, validationFailed } from '../kernel/errors.ts';
import { issueSession } from './issue-session.ts';
import { weaknessOf } from '../accounts/passwords/new-password.ts';
import { forgetCallersFailures, verifyPassword } from './password-attempts.ts';
import { findAccountByEmail, findAccountByPhone } from '../accounts/store/accounts.store.ts';

const schema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/** POST /token?grant_type=password exchanges `{email|phone, password}` for a Session (contract A2.1). */
export const tokenPassword: Handler = async (call) => {
  const { email, phone, password } = bodyOf(call, schema);
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (!email && !phone) throw validationFailed('missing email or phone');
  const name = email ? email.trim().toLowerCase() : phone!.trim().replace(/^\+/, '');
  const account = await findByName(call, email ? 'email' : 'phone', name);
  const matches = await verifyPassword(call, name, password ?? '', account?.user.encrypted_password || null);
  if (!account || !matches) return refuse(call, account);
  refuseUnconfirmed(account, email ? 'email' : 'phone');
  if (isBanned(account.user, call.auth.clock.now())) throw userBanned(400);

  const session = await call.auth.database.transaction(async (query) => {
    await audit(call, query, 'login', account.user.id, { provider: email ? 'email' : 'phone' });
    return issueSession(call, query, account, 'password');
  });
  await forgetCallersFailures(call, name);
  const weakness = await weaknessOf(call, password ?? '', account.user.email);
  return weakness ? { ...session, weak_password: weakness } : session;
};

async function findByName(call: Call, kind: 'email' | 'phone', name: string): Promise<Account | null> {
  const { settings, database } = call.auth;
  if (kind === 'email' && !settings.email.enable_signup) {
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled');
  }
  if (kind === 'email') return findAccountByEmail(database.query, name);
  if (!settings.sms.enable_signup) {
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  return findAccountByPhone(database.query, name);
}

async function refuse(call: Call, account: Account | null): Promise<never> {
  const { database } = call.auth;
  await audit(call, database.query, 'login_failed', account?.user.id ?? null, { method: 'password' });
  throw invalidCredentials();
}

function refuseUnconfirmed(account: Account, kind: 'email' | 'phone'): void {
  const { email_confirmed_at, phone_confirmed_at } = account.user;
  if (kind === 'email' && !email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  }
  if (kind === 'phone' && !phone_confirmed_at) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  }
}
