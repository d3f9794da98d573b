import { widerNetworkOf } from '../../../network.ts';
import { type Call, callerKey } from '../call.ts';
import { AuthError } from '../errors.ts';
import { testCodeOf } from './send-sms.ts';
import { isCountryAllowed, smsCounters } from './sms-limits.rules.ts';

/**
 * Counts a message to a number before its code is made, so that a refusal leaves the last code valid and does not show
 * whether an account has the number. Numbers with an agreed code get no message and only wait for `max_frequency`.
 * @throws AuthError 422 sms_send_failed for another country, 429 over_sms_send_rate_limit
 */
export async function limitSms(call: Call, phone: string, isVerifiedFactor = false): Promise<void> {
  const { limits, settings } = call.auth;
  const isSent = testCodeOf(call, phone) === undefined;
  if (isSent && !isCountryAllowed(phone, settings.sms.calling_codes)) {
    throw new AuthError(422, 'sms_send_failed', 'Text messages to this country are switched off');
  }
  if (settings.sms.max_frequency > 0) await limits.consume('sms_frequency', phone);
  if (!isSent) return;
  const network = widerNetworkOf(call.request.caller.address);
  const counters = smsCounters({ phone, caller: callerKey(call), network, isVerifiedFactor });
  for (const [name, key] of counters) await limits.consume(name, key);
}
