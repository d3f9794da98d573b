/** The same text as in `private.is_email`, a dot-atom of ASCII and a domain of two labels or more. */
const EMAIL_PATTERN =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** The maximum length of an address and of its local part (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** Returns true if a mail server accepts a trimmed text as a recipient. */
export function isEmail(text: string): boolean {
  const fits = text.length <= MAX_EMAIL_LENGTH && text.indexOf('@') <= MAX_LOCAL_LENGTH;
  return fits && EMAIL_PATTERN.test(text);
}
