import type { Call } from '../../kernel/call.ts';
import { contextWords, passwordWeakness } from './password-strength.rules.ts';
import { weakPassword } from '../../kernel/errors.ts';
import { refuseTooLong } from '../../kernel/password-hashing.ts';

let loaded: Promise<ReadonlySet<string>> | null = null;

/** Returns about 49,000 of the commonest passwords in lower case, loaded on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  );
  return loaded;
}

/** Why `password` would not be accepted for the account of an address, or null. */
export async function weaknessOf(call: Call, password: string, email: string | null) {
  const { settings } = call.auth;
  if (!settings.refusesCommonPasswords) return passwordWeakness(password, settings);
  const words = contextWords(settings.productName, new URL(settings.siteUrl).host, email);
  return passwordWeakness(password, settings, { common: await commonPasswords(), contextWords: words });
}

/**
 * Checks a password someone chooses (contract A0.9).
 * @throws AuthError 400 validation_failed, 422 weak_password
 */
export async function requireStrong(call: Call, password: string, email: string | null): Promise<void> {
  refuseTooLong(password);
  const weakness = await weaknessOf(call, password, email);
  if (weakness) throw weakPassword(weakness.message, weakness.reasons);
}
