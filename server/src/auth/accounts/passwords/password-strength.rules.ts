/** Rules for new passwords. The commonest ones are refused with the reason "pwned". */
export interface PasswordRules {
  readonly minimum_password_length: number;
  /** The value in config.toml, one of letters_digits, lower_upper_letters_digits, …_symbols or ''. */
  readonly password_requirements: string;
}

export interface Weakness {
  readonly message: string;
  readonly reasons: readonly ('length' | 'characters' | 'pwned')[];
}

const lower = { name: 'abcdefghijklmnopqrstuvwxyz', pattern: /[a-z]/ };
const upper = { name: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', pattern: /[A-Z]/ };
const letter = { name: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', pattern: /[a-z]/i };
const digit = { name: '0123456789', pattern: /[0-9]/ };
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';
const symbol = { name: SYMBOLS, pattern: /[^\p{L}\p{N}\s]/u };

const requirements: Readonly<Record<string, readonly { name: string; pattern: RegExp }[]>> = {
  letters_digits: [letter, digit],
  lower_upper_letters_digits: [lower, upper, digit],
  lower_upper_letters_digits_symbols: [lower, upper, digit, symbol],
};

/** Passwords and words that are easy to guess (NIST SP 800-63B, blocklist). */
export interface Blocklist {
  /** In lower case. */
  readonly common: ReadonlySet<string>;
  /** Words of the product, the site and the user’s own address. */
  readonly contextWords: readonly string[];
}

/** Returns the reason why a password is refused, or null. Counts characters, not bytes (contract A0.9). */
export function passwordWeakness(
  password: string,
  rules: PasswordRules,
  blocklist?: Blocklist,
): Weakness | null {
  const messages: string[] = [];
  const reasons: Weakness['reasons'][number][] = [];
  if ([...password].length < rules.minimum_password_length) {
    messages.push(`Password should be at least ${rules.minimum_password_length} characters.`);
    reasons.push('length');
  }
  const required = requirements[rules.password_requirements] ?? [];
  if (required.some(({ pattern }) => !pattern.test(password))) {
    const sets = required.map(({ name }) => name).join(', ');
    messages.push(`Password should contain at least one character of each: ${sets}.`);
    reasons.push('characters');
  }
  if (reasons.length === 0 && blocklist && isBlocklisted(password.toLowerCase(), blocklist)) {
    messages.push('Password is known to be weak and easy to guess, please choose a different one.');
    reasons.push('pwned');
  }
  return reasons.length === 0 ? null : { message: messages.join(' '), reasons };
}

/** A common password, or nothing but context words with digits and signs around them ("Solostead2026!"). */
function isBlocklisted(password: string, { common, contextWords }: Blocklist): boolean {
  // Compatibility forms such as full-width letters count as the plain ones.
  const plain = password.normalize('NFKC').toLowerCase();
  if (common.has(password) || common.has(plain)) return true;
  return isMadeOf(contextWords, lettersOf(plain));
}

const MIN_WORD_LENGTH = 3;

/**
 * Returns words that make a password easy to guess, longest first. They are the product's name, the labels of the
 * site's host, and the user's address with its parts (listed in server/docs/security.md).
 */
export function contextWords(product: string, host: string, email: string | null): string[] {
  const address = (email ?? '').normalize('NFKC').toLowerCase();
  const wholes = [address, ...address.split('@')].map(lettersOf);
  const parts = [...host.toLowerCase().split(/[.:]/), ...address.split(/[^\p{L}]+/u)];
  const words = new Set([
    lettersOf(product.toLowerCase()),
    'admin',
    'password',
    ...parts.map(lettersOf),
    ...wholes,
  ]);
  return [...words]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

/** Returns true if a text is a sequence of these words, each any number of times. */
function isMadeOf(words: readonly string[], text: string): boolean {
  const reached = new Set([0]);
  for (let end = 1; end <= text.length; end += 1) {
    const isReached = words.some(
      (word) => reached.has(end - word.length) && text.startsWith(word, end - word.length),
    );
    if (isReached) reached.add(end);
  }
  return text !== '' && reached.has(text.length);
}
