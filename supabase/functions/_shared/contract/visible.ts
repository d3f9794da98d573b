/**
 * Characters that show nothing, as the body of a class for regular expressions with the flag `u`: white space, controls,
 * fillers, and what Unicode lets a reader ignore. The CHECKs of `applications` have the same text, but for the spelling
 * of what lies beyond \uFFFF (migration require_visible_text).
 */
export const invisible = String.raw`\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}`;

const twoThatShow = new RegExp(`[^${invisible}].*[^${invisible}]`, 'su');

/** Whether at least two characters of a text show, as names and sectors must have. */
export function showsTwoCharacters(text: string): boolean {
  return twoThatShow.test(text);
}

/** The overrides, embeddings and isolates of bidirectional text: no name needs them, and they turn the order of what follows. */
const STEERING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text that can stand beside others: names of right-to-left scripts are as they were, what steers them is gone. */
export const withoutDirections = (text: string): string => text.replace(STEERING, '');
