import type { LimitName } from '../limits/limits.rules.ts';

/** The caller and number of a text message. */
export interface SmsRequest {
  /** Digits without the plus. */
  readonly phone: string;
  /** The address, or the /64 of IPv6. */
  readonly caller: string;
  /** The /24 or /48 around it. */
  readonly network: string;
  /** True if the number is a second factor that its owner has verified. Only such numbers may use the reserve. */
  readonly isVerifiedFactor: boolean;
}

const SHARED_KEY = 'all';

/**
 * Returns the counters of one message with their keys, narrowest first, so that a refused caller uses nothing of the
 * others' share. A verified factor counts by number instead of caller, so neighbours in a network cannot use up a
 * member's codes.
 */
export function smsCounters(request: SmsRequest): readonly (readonly [LimitName, string])[] {
  const { phone, caller, network, isVerifiedFactor } = request;
  if (isVerifiedFactor) {
    return [
      ['sms_factor', phone],
      ['sms_sent', SHARED_KEY],
    ];
  }
  return [
    ['sms_caller', caller],
    ['sms_network', network],
    ['sms_unreserved', SHARED_KEY],
    ['sms_sent', SHARED_KEY],
  ];
}

/** Returns true if messages go to a number's country. Calling codes have no plus, no codes allow all countries. */
export const isCountryAllowed = (phone: string, callingCodes: readonly string[]): boolean =>
  callingCodes.length === 0 || callingCodes.some((code) => phone.startsWith(code));
