import { validationFailed } from '../errors.ts';

const MAX_LENGTH = 255;
/** The dot-atom form of RFC 5322 with at least two labels, which real mail servers accept. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/**
 * An e-mail address in lower case.
 * @throws AuthError 400 validation_failed worded as the reference service does (contract A0.8)
 */
export function parseEmail(text: string): string {
  const written = text.trim();
  const address = written.toLowerCase();
  if (address === '') throw validationFailed('An email address is required');
  if (address.length > MAX_LENGTH) throw validationFailed('An email address is too long');
  // Before it is lowered, for some letters of other alphabets become ASCII letters by that.
  if (!ADDRESS.test(written) || address.includes('..') || address.indexOf('@') > 64) {
    throw validationFailed('Unable to validate email address: invalid format');
  }
  return address;
}

/** A phone number without its leading plus and spaces, whatever else it has. */
export const withoutPlus = (text: string): string => text.trim().replace(/^\+/, '').replaceAll(' ', '');

/**
 * A phone number without its leading plus and spaces.
 * @throws AuthError 400 validation_failed (contract A0.8)
 */
export function parsePhone(text: string): string {
  const digits = withoutPlus(text);
  if (!/^[1-9][0-9]{1,14}$/.test(digits)) {
    throw validationFailed('Invalid phone number format (E.164 required)');
  }
  return digits;
}
