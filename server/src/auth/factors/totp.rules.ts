import { Secret, TOTP } from 'otpauth';

const rules = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SKEW = 1;

/** A new shared secret of 160 bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The text of the QR code (otpauth://totp/…). */
export const totpUri = (app: { issuer: string; label: string; secret: string }): string =>
  new TOTP({ ...rules, ...app, secret: Secret.fromBase32(app.secret) }).toString();

/** Returns the time step of this code, allowing one before and after the present one, or null. */
export function acceptedStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code) || secret === '') return null;
  const totp = new TOTP({ ...rules, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: SKEW });
  return delta === null ? null : Math.floor(now / 1_000 / rules.period) + delta;
}
