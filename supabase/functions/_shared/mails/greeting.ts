const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
// Marks that turn the order of what follows would let a name rewrite our sentence.
const DIRECTION_MARK = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const LINK = /:\/\/|www\.|@|\.\p{L}{2}/iu;
// Browsers read these as dots, or nearly so.
const FULL_STOP = /[\u3002\u06d4\u0701\u0702]/g;
// Readers take these for dots between Latin letters; Catalan writes l\u00b7l.
const MIDDLE_DOT =
  /(?<=[a-z0-9])[\u00b7\u0660\u06f0\u1427\u2022\u2027\u2219\u22c5\u2e31\u2e33\u30fb\ua4f8\ua78f](?=[a-z]{2})/gi;
const CATALAN = /l\u00b7l/gi;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** The digits that a name may have: `3rd` and `007`, and no telephone number. */
const MOST_DIGITS = 3;

/**
 * The greeting of a mail to a stranger. Another person may have typed the name to send words of their own through us, so
 * a name is left out that holds a link or what looks like one, a telephone number, a line break, a direction mark,
 * fewer than two letters or an unlikely length.
 */
export function greeting(name: string): string {
  return name.length > 100 || LINE_BREAK.test(name) || DIRECTION_MARK.test(name) || misleads(asRead(name))
    ? 'Hello,'
    : `Hello ${name},`;
}

/** What a reader makes of a name: without what does not show, look-alikes as what they look like. */
const asRead = (name: string) =>
  name
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(CATALAN, 'll')
    .replace(FULL_STOP, '.')
    .replace(MIDDLE_DOT, '.');

const misleads = (text: string) =>
  LINK.test(text) || count(text, /\p{N}/gu) > MOST_DIGITS || count(text, /\p{L}/gu) < 2;

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
