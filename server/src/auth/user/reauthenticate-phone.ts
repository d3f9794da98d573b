import { audit } from '../kernel/audit/audit.ts';
import type { SignedInCall } from '../kernel/call.ts';
import { AuthError } from '../kernel/errors.ts';
import { issueSmsCode } from '../accounts/codes/issue-sms-code.ts';
import { requirePhone, limitSmsFrequency, sendSmsCode } from '../kernel/sms/send-sms.ts';

/** GET /reauthenticate for an account known by its number only → `{message_id}` (contract A1.10). */
export async function reauthenticateByPhone(call: SignedInCall): Promise<unknown> {
  requirePhone(call);
  const { id: userId, phone, phone_confirmed_at } = call.account.user;
  if (!phone || !phone_confirmed_at) {
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.');
  }
  await limitSmsFrequency(call, phone);
  const code = await call.auth.database.transaction(async (query) => {
    await audit(call, query, 'user_reauthenticate_requested', userId);
    return issueSmsCode(call, query, { purpose: 'reauthentication', userId, phone });
  });
  return { message_id: await sendSmsCode(call, phone, code, 'sms') };
}
