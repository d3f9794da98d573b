import type { Query } from '../../database/database.ts';
import { type Call, presentTime } from '../kernel/call.ts';
import { confirmAddress } from '../accounts/confirm-address.ts';
import { createAccount } from '../accounts/create-account.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import type { CodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import { parseEmail } from '../kernel/entities/address.rules.ts';
import { decoyUser } from '../accounts/decoy-user.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { issueCode } from '../accounts/codes/issue-code.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { redirectOf } from '../kernel/request/redirect.ts';
import {
  requireNewAddressMail,
  takeNewAddressMail,
  takeStrangersMail,
} from '../accounts/mail/mail-allowance.ts';
import { sendCodeLater } from '../accounts/mail/send-mail.ts';
import { findAccount, findAccountByEmail } from '../accounts/store/accounts.store.ts';
import { updateUser } from '../accounts/store/users.store.ts';
import type { SignupBody } from './signup-body.ts';

/**
 * POST /signup by e-mail: a session where addresses need no confirmation, else the bare user and a mail. A known
 * address gets a made-up user in the same time (contract A1.1).
 */
export async function signupByEmail(
  call: Call,
  body: SignupBody,
  challenge: CodeChallenge | null,
): Promise<unknown> {
  const { settings, passwords } = call.auth;
  if (!settings.email.enable_signup) {
    throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled');
  }
  const email = parseEmail(body.email!);
  await requireStrong(call, body.password!, email);
  const passwordHash = await passwords.hash(body.password!);
  if (!settings.email.enable_confirmations) return signupAtOnce(call, { email, passwordHash, body });

  await requireNewAddressMail(call);
  await takeStrangersMail(call, 'signup', email);
  const known = await findAccountByEmail(call.auth.database.query, email);
  if (known?.user.email_confirmed_at) return decoyUser(email, body.data ?? {}, presentTime(call));
  if (!known) await takeNewAddressMail(call);
  const { account, code } = await call.auth.database.transaction(async (query) => {
    const id = (await unconfirmedAccount(call, query, { email, passwordHash, body })).user.id;
    const issued = await issueCode(call, query, { purpose: 'signup', userId: id, address: email, challenge });
    return { account: (await findAccount(query, id))!, code: issued };
  });
  sendCodeLater(call, { purpose: 'signup', to: email, code, redirectTo: redirectOf(call) });
  return userJson(account);
}

interface Applicant {
  readonly email: string;
  readonly passwordHash: string;
  readonly body: SignupBody;
}

/** A sign-up repeated before its confirmation replaces what was typed first. */
async function unconfirmedAccount(call: Call, query: Query, applicant: Applicant): Promise<Account> {
  const { email, passwordHash, body } = applicant;
  const known = await findAccountByEmail(query, email);
  if (!known) {
    return createAccount(call, query, {
      kind: 'email',
      address: email,
      passwordHash,
      data: body.data,
      isConfirmed: false,
    });
  }
  await updateUser(query, known.user.id, { encrypted_password: passwordHash }, presentTime(call));
  return known;
}

async function signupAtOnce(call: Call, applicant: Applicant): Promise<unknown> {
  const { email, passwordHash, body } = applicant;
  return call.auth.database.transaction(async (query) => {
    const known = await findAccountByEmail(query, email);
    if (known?.user.email_confirmed_at) {
      throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
    const account = known
      ? await confirmAddress(call, query, await unconfirmedAccount(call, query, applicant), 'email')
      : await createAccount(call, query, {
          kind: 'email',
          address: email,
          passwordHash,
          data: body.data,
          isConfirmed: true,
        });
    return issueSession(call, query, account, 'password');
  });
}
