import { validationFailed } from '../errors.ts';

/**
 * A phone number without its leading plus and spaces.
 * @throws AuthError 400 validation_failed (contract A0.8)
 */
export function parsePhone(text: string): string {
  const digits = text.trim().replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9][0-9]{1,14}$/.test(digits)) {
    throw validationFailed('Invalid phone number format (E.164 required)');
  }
  return digits;
}
