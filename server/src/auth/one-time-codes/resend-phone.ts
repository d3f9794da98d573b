import type { Call } from '../kernel/call.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { parsePhone } from '../kernel/entities/address.rules.ts';
import { issueSmsCode } from '../accounts/codes/issue-sms-code.ts';
import { channelOf, requirePhone, limitSmsFrequency, sendSmsCode } from '../kernel/sms/send-sms.ts';
import { findAccountByPhone } from '../accounts/store/accounts.store.ts';
import type { ResendBody } from './resend-body.ts';

/** POST /resend of a code by phone → `{message_id}`, or `{}` where there is nothing to send (contract A1.6). */
export async function resendToPhone(call: Call, body: ResendBody): Promise<unknown> {
  requirePhone(call);
  const given = parsePhone(body.phone!);
  const channel = channelOf(body.channel);
  await limitSmsFrequency(call, given);
  const account = await findAccountByPhone(call.auth.database.query, given);
  const phone = account && awaited(account, body.type ?? '');
  if (!account || !phone) return {};
  const purpose = body.type === 'phone_change' ? 'phone_change' : 'sms';
  const code = await call.auth.database.transaction((query) =>
    issueSmsCode(call, query, { purpose, userId: account.user.id, phone }),
  );
  return { message_id: await sendSmsCode(call, phone, code, channel) };
}

/** The number that waits for its confirmation; null: none does. */
function awaited({ user }: Account, type: string): string | null {
  if (type === 'phone_change') return user.phone_change || null;
  return user.phone_confirmed_at ? null : user.phone;
}
