import type { Query } from '../../database/database.ts';
import { type Call, presentTime } from '../kernel/call.ts';
import { confirmAddress } from '../accounts/confirm-address.ts';
import { createAccount } from '../accounts/create-account.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { decoyPhoneUser } from '../accounts/decoy-user.rules.ts';
import { parsePhone } from '../kernel/entities/address.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { issueSmsCode } from '../accounts/codes/issue-sms-code.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { channelOf, requirePhone, limitSmsFrequency, sendSmsCode } from '../kernel/sms/send-sms.ts';
import { findAccount, findAccountByPhone } from '../accounts/store/accounts.store.ts';
import { updateUser } from '../accounts/store/users.store.ts';
import type { SignupBody } from './signup-body.ts';

interface Applicant {
  readonly phone: string;
  readonly passwordHash: string;
  readonly data: SignupBody['data'];
}

/**
 * POST /signup by phone: a session where numbers need no confirmation, else the bare user and a message. A known
 * number gets a made-up user (contract A1.2).
 */
export async function signupByPhone(call: Call, body: SignupBody): Promise<unknown> {
  requirePhone(call, 'Phone signups are disabled');
  const phone = parsePhone(body.phone!);
  const channel = channelOf(body.channel);
  await requireStrong(call, body.password!, null);
  const passwordHash = await call.auth.passwords.hash(body.password!);
  const applicant = { phone, passwordHash, data: body.data };
  if (!call.auth.settings.sms.enable_confirmations) return signupAtOnce(call, applicant);

  await limitSmsFrequency(call, phone);
  const known = await findAccountByPhone(call.auth.database.query, phone);
  if (known?.user.phone_confirmed_at) return decoyPhoneUser(phone, body.data ?? {}, presentTime(call));
  const { account, code } = await call.auth.database.transaction(async (query) => {
    const { user } = await unconfirmedAccount(call, query, applicant, false);
    const otp = await issueSmsCode(call, query, { purpose: 'sms', userId: user.id, phone });
    return { account: (await findAccount(query, user.id))!, code: otp };
  });
  await sendSmsCode(call, phone, code, channel);
  return userJson(account);
}

async function signupAtOnce(call: Call, applicant: Applicant): Promise<unknown> {
  return call.auth.database.transaction(async (query) => {
    const known = await findAccountByPhone(query, applicant.phone);
    if (known?.user.phone_confirmed_at) {
      throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
    const account = await unconfirmedAccount(call, query, applicant, true);
    return issueSession(call, query, await confirmAddress(call, query, account, 'phone'), 'password');
  });
}

/** A sign-up repeated before its confirmation replaces what was typed first. */
async function unconfirmedAccount(
  call: Call,
  query: Query,
  { phone, passwordHash, data }: Applicant,
  isConfirmed: boolean,
): Promise<Account> {
  const known = await findAccountByPhone(query, phone);
  if (!known) {
    return createAccount(call, query, { kind: 'phone', address: phone, passwordHash, data, isConfirmed });
  }
  await updateUser(query, known.user.id, { encrypted_password: passwordHash }, presentTime(call));
  return known;
}
