// Letters, marks and digits of any script, and the punctuation of names. Joiners belong to words of Persian and Hindi.
const NAME = /^[\p{L}\p{M}\p{N} .,'\u2018\u2019\u02bc()\-\u2010\u00b7\u30fb\u200c\u200d]+$/u;
const LINK = /www\.|\.\p{L}{2}|\p{L}[\s(]+dot[\s)]+\p{L}/iu;
// Readers mistake these for dots between Latin letters. Catalan writes l\u00b7l.
const MIDDLE_DOT = /(?<=[a-z0-9])[\u00b7\u0660\u06f0\u1427\ua4f8\ua78f\u30fb](?=[a-z]{2})/gi;
const CATALAN = /l\u00b7l/gi;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

const MAX_LENGTH = 60;
const MAX_WORDS = 7;
/** The maximum number of digits in a name, which allows `3rd` and `007` but no telephone number. */
const MAX_DIGITS = 3;

/**
 * Returns the greeting of a mail to an unconfirmed address. Another person may have typed the name to send their own
 * words through us. A name is left out unless it has only characters of names, few words, and nothing that reads as a
 * link or a telephone number.
 */
export function greeting(name: string): string {
  return isPlausible(name) && !misleads(asRead(name)) ? `Hello ${name},` : 'Hello,';
}

const isPlausible = (name: string) =>
  name.length <= MAX_LENGTH && NAME.test(name) && name.trim().split(/\s+/).length <= MAX_WORDS;

/** Returns a name as a reader sees it, without invisible characters and with look-alikes replaced. */
const asRead = (name: string) =>
  name.normalize('NFKC').replace(UNSEEN, '').replace(CATALAN, 'll').replace(MIDDLE_DOT, '.');

const misleads = (text: string) =>
  LINK.test(text) || count(text, /\p{N}/gu) > MAX_DIGITS || count(text, /\p{L}/gu) < 2;

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
