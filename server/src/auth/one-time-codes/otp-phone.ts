import type { Query } from '../../database/database.ts';
import { type Call, presentTime } from '../kernel/call.ts';
import { createAccount } from '../accounts/create-account.ts';
import { parsePhone } from '../kernel/entities/address.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { issueSmsCode } from '../accounts/codes/issue-sms-code.ts';
import { channelOf, requirePhone, limitSmsFrequency, sendSmsCode } from '../kernel/sms/send-sms.ts';
import { findAccountByPhone } from '../accounts/store/accounts.store.ts';
import { updateUser } from '../accounts/store/users.store.ts';
import type { OtpBody } from './otp-body.ts';

/** POST /otp by phone: `{message_id}`; makes the account where there is none (contract A1.4). */
export async function otpByPhone(call: Call, body: OtpBody): Promise<unknown> {
  requirePhone(call);
  const phone = parsePhone(body.phone!);
  const channel = channelOf(body.channel);
  const known = await findAccountByPhone(call.auth.database.query, phone);
  if (!known && body.create_user === false) {
    throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
  }
  if (!known && !call.auth.settings.enable_signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  await limitSmsFrequency(call, phone);
  const code = await call.auth.database.transaction(async (query) => {
    const userId = await accountFor(call, query, phone, body.data);
    return issueSmsCode(call, query, { purpose: 'sms', userId, phone });
  });
  return { message_id: await sendSmsCode(call, phone, code, channel) };
}

/** A password that was set before the number was confirmed is removed: it may be a stranger's. */
async function accountFor(call: Call, query: Query, phone: string, data: OtpBody['data']): Promise<string> {
  const known = await findAccountByPhone(query, phone);
  if (!known) {
    const order = { kind: 'phone', address: phone, passwordHash: null, data, isConfirmed: false } as const;
    return (await createAccount(call, query, order)).user.id;
  }
  if (!known.user.confirmed_at && known.user.encrypted_password) {
    await updateUser(query, known.user.id, { encrypted_password: null }, presentTime(call));
  }
  return known.user.id;
}
