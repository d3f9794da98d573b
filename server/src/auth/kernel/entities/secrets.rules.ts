import { createHash, randomBytes, randomInt } from 'node:crypto';

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Draws `length` characters of an alphabet. */
export const draw = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Creates a refresh token in Supabase's format, 12 of [a-z0-9]. */
export const newRefreshToken = (): string => draw(LETTERS_AND_DIGITS, 12);

export const isRefreshToken = (text: string): boolean => /^[a-z0-9]{12}$/.test(text);

/** A one-time code of `length` digits. */
export const newOtp = (length: number): string => draw('0123456789', length);

/** Creates a password to be typed once, letters and digits with about 119 bits. */
export const newPassword = () => draw('abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789', 20);

/** Creates the token of a mailed link. It has 224 bits, so attempts need no limit. */
export const newLinkToken = (): string => randomBytes(28).toString('hex');

/** Derives the code of `length` digits for the same mail. The link cannot be derived from it. */
export function codeOfLink(linkToken: string, length: number): string {
  const digest = createHash('sha256').update(`code ${linkToken}`).digest('hex');
  return (BigInt(`0x${digest}`) % 10n ** BigInt(length)).toString().padStart(length, '0');
}

/** The stored form of a code without a link, SHA-224 over address and code (contract A1.7). */
export function otpHash(emailOrPhone: string, otp: string): string {
  return createHash('sha224')
    .update(emailOrPhone.toLowerCase() + otp)
    .digest('hex');
}

/** Marks the token of a link that was asked for with a code challenge. */
export const PKCE_PREFIX = 'pkce_';
