/**
 * Invisible characters as the body of a regular expression class with the flag `u`, which are white space, controls,
 * fillers, and those that Unicode lets a reader ignore. The CHECKs of `applications` have the same text, except for
 * the spelling of characters beyond \uFFFF (migration require_visible_text).
 */
export const invisible = String.raw`\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}`;

const twoThatShow = new RegExp(`[^${invisible}].*[^${invisible}]`, 'su');

/** Returns true if at least two characters of a text are visible, as names and sectors require. */
export function showsTwoCharacters(text: string): boolean {
  return twoThatShow.test(text);
}

/** The overrides, embeddings and isolates of bidirectional text, which no name needs. They reverse what follows. */
const STEERING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes direction controls, so that a text can stand next to others. Right-to-left scripts stay unchanged. */
export const withoutDirections = (text: string): string => text.replace(STEERING, '');

/** Replaces line breaks, so that no part of a person's text looks like another line of ours. */
export const oneLine = (text: string): string => text.replace(/[\n\v\f\r\u0085\u2028\u2029]+/g, ' / ');

/** Returns true if PostgreSQL stores a text, which has neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** White space and the characters without a width that copied text brings along, as in `private.trimmed`. */
const EDGE = /[\s\u0085\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069]/;

/** Removes invisible characters from both ends of a text. The database stores the same. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGE.test(text[start]!)) start += 1;
  while (end > start && EDGE.test(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}
