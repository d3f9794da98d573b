/** Returns the part before the @, for members known only by address. */
export const nameOfAddress = (email: string): string => email.split('@', 1)[0] ?? email;

/** Returns the initials of the first and the last word of a name, 'AL' for 'Ada Lovelace', 'A' for 'ada'. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.\-_+@]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  const firsts = ends.map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '');
  // Arabic letters side by side would join into a word.
  const between = /\p{Script=Arabic}/u.test(firsts[0] ?? '') ? '\u200c' : '';
  return firsts.join(between).toUpperCase();
}

/** The hues of discs in OKLCH degrees. */
export const hues = [155, 200, 250, 290, 330, 25, 60, 105] as const;

/** Returns the hue of a member's disc, the same for an id on every screen. */
export const hueOf = (id: string): number =>
  hues[[...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7) % hues.length]!;
