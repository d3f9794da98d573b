import type { LimitPurpose } from '../limits/limit-table.rules.ts';
import type { LimitedCaller } from '../limits/limits.rules.ts';

/**
 * Returns the limit of a message to a number and the caller that it counts. Only verified second factors may use the
 * reserve. They count by number instead of caller, so neighbours in a network cannot use up a member's codes.
 */
export function smsLimit(
  from: LimitedCaller,
  phone: string,
  isVerifiedFactor: boolean,
): { readonly purpose: LimitPurpose; readonly from: LimitedCaller } {
  if (!isVerifiedFactor) return { purpose: 'sms_unreserved', from };
  return { purpose: 'sms_factor', from: { ...from, caller: phone } };
}

/** Returns true if messages go to a number's country. Calling codes have no plus, no codes allow all countries. */
export const isCountryAllowed = (phone: string, callingCodes: readonly string[]): boolean =>
  callingCodes.length === 0 || callingCodes.some((code) => phone.startsWith(code));
