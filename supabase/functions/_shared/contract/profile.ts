import { isFieldValid, maxLengths } from './text-fields.ts';
import { trimmed } from './visible.ts';

/** The most characters of a text that an address is taken from. */
export const MAX_PASTED_LENGTH = 1000;

/** Characters without a width that copying leaves inside an address. */
const WIDTHLESS = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** An address on linkedin.com in a text, with or without its scheme. No other address may surround it. */
const ADDRESS =
  /(?<=^|[\s<>("'“”„«‘,;:|[])(?:(https?):\/\/|(?<!:)\/\/)?((?:[a-z0-9-]+\.)*linkedin\.com)\/([^\s<>"'“”»’]+)/giu;

/** Punctuation of the sentence around an address. */
const SENTENCE_END = /[.,;:!?)\]}*|…。、]+$/u;

/** The hosts and paths of LinkedIn's pages for phones and of its mails. */
const PHONE_HOST = /^(?:m|mobile|touch)\./i;
const PHONE_PATH = /^(?:mwlite|comm|m)\/(?=in\/)/i;

/** A profile's name alone, also as @name, in/name or /in/name. It has three characters or more and at least one letter. */
const HANDLE = /^(?:@|\/?in\/)?(?=[^\p{L}]*\p{L})([\p{L}\p{M}\p{N}_-]{3,100})\/?$/iu;

function addressesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map(([, scheme = 'https', host = '', path = '']) => {
    const shown = path.replace(SENTENCE_END, '').replace(PHONE_PATH, '');
    const address = `${scheme.toLowerCase()}://${host.replace(PHONE_HOST, 'www.')}/${shown}`;
    // The rest of the address is not stored, and may be long.
    return address.length > maxLengths.linkedin ? address.replace(/[?#].*$/, '') : address;
  });
}

/** The part of an address that names the profile. */
const profileOf = (address: string) => shortProfile(address)?.toLowerCase();

/**
 * Returns the profile's address that a visitor meant, from a pasted sentence, an address of a phone or without a scheme, or
 * a profile's name alone. The form, the forms without script and corrections complete by it. Anything else is returned
 * trimmed, for the rule to judge (contract P5.5).
 *
 * @example
 * completeProfile('m.linkedin.com/in/jane-doe'); // 'https://www.linkedin.com/in/jane-doe'
 * completeProfile('jane-doe'); // 'https://www.linkedin.com/in/jane-doe'
 */
export function completeProfile(typed: string): string {
  const text = trimmed(typed);
  if (text.length > MAX_PASTED_LENGTH || isFieldValid('linkedin', text)) return text;
  const shown = text.replaceAll(WIDTHLESS, '');
  const [address, ...others] = addressesIn(shown).filter((found) => isFieldValid('linkedin', found));
  const isOne = address && others.every((other) => profileOf(other) === profileOf(address));
  if (isOne) return address;
  const [, handle] = HANDLE.exec(shown) ?? [];
  const completed = `https://www.linkedin.com/in/${handle}`;
  return handle && isFieldValid('linkedin', completed) ? completed : text;
}

/** Returns the short form of a profile's address, for example `…/in/jane-doe`, or null for any other text. */
export function shortProfile(address: string): string | null {
  const [, name] = /^https?:\/\/[^/]+\/in\/([^/?#]+)/i.exec(address) ?? [];
  return name && isFieldValid('linkedin', address) ? `…/in/${name}` : null;
}
