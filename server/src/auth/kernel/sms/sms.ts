import { type Call, callerOf } from '../call.ts';
import { authError, validationFailed } from '../errors.ts';
import { SmsFailure, type SmsChannel } from './twilio.ts';
import { isCountryAllowed, smsLimit } from './sms-limits.rules.ts';

const TEST_MESSAGE = 'test-otp';

/** @throws AuthError 400 phone_provider_disabled with the route's own words */
export function requirePhone({ auth }: Call, message = 'Unsupported phone provider'): void {
  if (auth.settings.sms.enable_signup) return;
  throw authError('phone_provider_disabled', { message });
}

/** @throws AuthError 400 validation_failed */
export function channelOf(channel: string | null | undefined): SmsChannel {
  if (!channel || channel === 'sms') return 'sms';
  if (channel === 'whatsapp') return channel;
  throw validationFailed("Invalid channel, supported values are 'sms' or 'whatsapp'");
}

/** Returns a number's predefined code, which is never sent, or undefined. */
export function testCodeOf({ auth }: Call, phone: string): string | undefined {
  const { test_otp } = auth.settings.sms;
  return Object.hasOwn(test_otp, phone) ? test_otp[phone] : undefined;
}

/**
 * Sends a code and returns the message's id. Numbers with a predefined code get no message.
 * @throws AuthError 400 phone_provider_disabled, 422 sms_send_failed
 */
export async function sendSmsCode(call: Call, phone: string, code: string, channel: SmsChannel) {
  if (testCodeOf(call, phone) !== undefined) return TEST_MESSAGE;
  const { settings, sms } = call.auth;
  if (!sms) throw authError('phone_provider_disabled');
  const text = settings.sms.template.replaceAll(/\{\{\s*\.Code\s*\}\}/g, code);
  try {
    return await sms.send(phone, text, channel);
  } catch (error) {
    if (!(error instanceof SmsFailure)) throw error;
    call.request.log.warn({ err: error }, 'a text message was not taken');
    throw authError('sms_send_failed');
  }
}

/**
 * Counts a message to a number before its code is made, so that a refusal leaves the last code valid and does not show
 * whether an account has the number. Numbers with an agreed code get no message and only wait for `max_frequency`.
 * @throws AuthError 422 sms_send_failed for another country, 429 over_sms_send_rate_limit
 */
export async function limitSms(call: Call, phone: string, isVerifiedFactor = false): Promise<void> {
  const { limits, settings } = call.auth;
  const isSent = testCodeOf(call, phone) === undefined;
  if (isSent && !isCountryAllowed(phone, settings.sms.calling_codes)) {
    throw authError('sms_send_failed', { message: 'Text messages to this country are switched off' });
  }
  const { purpose, from } = smsLimit(callerOf(call), phone, isVerifiedFactor);
  // Before the pause, because a refused caller must not make the number's holder wait.
  if (isSent) await limits.check(purpose, from);
  if (settings.sms.max_frequency > 0) await limits.consume('sms_frequency', from, phone);
  if (!isSent) return;
  await limits.consume(purpose, from);
  await limits.consume('sms_sent', from);
}
