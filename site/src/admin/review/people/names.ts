/** How a member is called where nothing but an address is known of them: what stands before its @. */
export const nameOfAddress = (email: string): string => email.split('@', 1)[0] ?? email;

/** The first letters of the first and the last word of a name: 'AL' of 'Ada Lovelace', 'A' of 'ada'. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.\-_+@]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  const firsts = ends.map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '');
  // Arabic letters side by side would join into a word.
  const between = /\p{Script=Arabic}/u.test(firsts[0] ?? '') ? '\u200c' : '';
  return firsts.join(between).toUpperCase();
}

/** How many colours a disc may have: Disc.module.css. */
const HUES = 8;

/** The colour of a member's disc: the same for the same id on every screen and every day. */
export const hueOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7) % HUES;
