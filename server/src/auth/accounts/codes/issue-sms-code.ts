import type { Query } from '../../../database/database.ts';
import type { Call } from '../../kernel/call.ts';
import { issueCode } from './issue-code.ts';
import { testCodeOf } from '../../kernel/sms/send-sms.ts';

/** Makes a code that is to go to a number: the agreed one for test numbers. Runs in the caller's transaction. */
export async function issueSmsCode(
  call: Call,
  query: Query,
  order: { purpose: 'sms' | 'phone_change' | 'reauthentication'; userId: string; phone: string },
): Promise<string> {
  const { purpose, userId, phone } = order;
  const otp = testCodeOf(call, phone);
  const code = await issueCode(call, query, { purpose, userId, address: phone, challenge: null, otp });
  return code.otp;
}
