import { isMadeOf, lettersOf } from './nearby-words.rules.ts';

/** What a new password must be; the commonest ones are refused for the reason "pwned". */
export interface PasswordRules {
  readonly minimum_password_length: number;
  /** As config.toml names it: letters_digits, lower_upper_letters_digits, …_symbols, or ''. */
  readonly password_requirements: string;
}

export interface Weakness {
  readonly message: string;
  readonly reasons: readonly ('length' | 'characters' | 'pwned')[];
}

const LOWER = { name: 'abcdefghijklmnopqrstuvwxyz', pattern: /[a-z]/ };
const UPPER = { name: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', pattern: /[A-Z]/ };
const LETTER = { name: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', pattern: /[a-z]/i };
const DIGIT = { name: '0123456789', pattern: /[0-9]/ };
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';
const SYMBOL = { name: SYMBOLS, pattern: /[^\p{L}\p{N}\s]/u };

const REQUIREMENTS: Readonly<Record<string, readonly { name: string; pattern: RegExp }[]>> = {
  letters_digits: [LETTER, DIGIT],
  lower_upper_letters_digits: [LOWER, UPPER, DIGIT],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGIT, SYMBOL],
};

/** What makes a password easy to guess, beyond its length. */
export interface Guesses {
  /** In lower case. */
  readonly common: ReadonlySet<string>;
  /** Words of the product, the site and the user’s own address. */
  readonly nearby: readonly string[];
}

export const NO_GUESSES: Guesses = { common: new Set(), nearby: [] };

/** Why a password must not be chosen, or null; counts characters, not bytes (contract A0.9). */
export function passwordWeakness(password: string, rules: PasswordRules, guesses: Guesses): Weakness | null {
  const messages: string[] = [];
  const reasons: Weakness['reasons'][number][] = [];
  if ([...password].length < rules.minimum_password_length) {
    messages.push(`Password should be at least ${rules.minimum_password_length} characters.`);
    reasons.push('length');
  }
  const required = REQUIREMENTS[rules.password_requirements] ?? [];
  if (required.some(({ pattern }) => !pattern.test(password))) {
    const sets = required.map(({ name }) => name).join(', ');
    messages.push(`Password should contain at least one character of each: ${sets}.`);
    reasons.push('characters');
  }
  if (reasons.length === 0 && isGuessable(password.toLowerCase(), guesses)) {
    messages.push('Password is known to be weak and easy to guess, please choose a different one.');
    reasons.push('pwned');
  }
  return reasons.length === 0 ? null : { message: messages.join(' '), reasons };
}

/** A common password, or nothing but nearby words with digits and signs around them ("Solostead2026!"). */
function isGuessable(password: string, { common, nearby }: Guesses): boolean {
  if (common.has(password)) return true;
  return isMadeOf(nearby, lettersOf(password));
}
