const SHORTEST = 3;

/**
 * Words too near at hand for a password, longest first: the product's name, the labels of the site's host, and the
 * person's own address, whole, by its two sides and by its parts (docs/security.md lists them).
 */
export function nearbyWords(host: string, email: string | null): string[] {
  const address = (email ?? '').normalize('NFKC').toLowerCase();
  const wholes = [address, ...address.split('@')].map(lettersOf);
  const parts = [...host.toLowerCase().split(/[.:]/), ...address.split(/[^\p{L}]+/u)];
  const words = new Set(['solostead', 'admin', 'password', ...parts.map(lettersOf), ...wholes]);
  return [...words].filter((word) => word.length >= SHORTEST).sort((one, other) => other.length - one.length);
}

/** What is left of a text without digits and signs. */
export const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

/** Whether a text is nothing but such words, one after the other, each as often as it likes. */
export function isMadeOf(words: readonly string[], text: string): boolean {
  const reached = new Set([0]);
  for (let end = 1; end <= text.length; end += 1) {
    const isReached = words.some(
      (word) => reached.has(end - word.length) && text.startsWith(word, end - word.length),
    );
    if (isReached) reached.add(end);
  }
  return text !== '' && reached.has(text.length);
}
