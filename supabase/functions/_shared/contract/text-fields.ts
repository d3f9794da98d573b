import { isEmail, MAX_EMAIL_LENGTH } from './email.ts';
import { isStorable, showsTwoCharacters } from './visible.ts';

/** The text fields of an application, in the order of the form. */
export const textFields = ['name', 'email', 'linkedin', 'sectors'] as const;

export type TextField = (typeof textFields)[number];

/** The same value for each field. */
export function forEachText<Value>(value: Value): Record<TextField, Value> {
  return Object.fromEntries(textFields.map((field) => [field, value])) as Record<TextField, Value>;
}

/** Fields that are unique among applications. The database's unique indexes are named after them. */
export const uniqueFields = ['email', 'linkedin'] as const satisfies readonly TextField[];

export type UniqueField = (typeof uniqueFields)[number];

/** The most code points of each field, after trimming. */
export const maxLengths: Readonly<Record<TextField, number>> = {
  name: 200,
  email: MAX_EMAIL_LENGTH,
  linkedin: 300,
  sectors: 1000,
};

const accepts: Readonly<Record<TextField, (trimmed: string) => boolean>> = {
  name: showsTwoCharacters,
  email: isEmail,
  linkedin: (trimmed) => LINKEDIN_PATTERN.test(trimmed) && !isOwnAddress(trimmed),
  sectors: showsTwoCharacters,
};

/**
 * Returns true if a field accepts a trimmed text. The CHECK `applications_<field>_check` accepts the same.
 *
 * @example
 * isFieldValid('email', 'ada@example.org'); // true
 * isFieldValid('name', ' '); // false
 */
export function isFieldValid(field: TextField, trimmed: string): boolean {
  return [...trimmed].length <= maxLengths[field] && isStorable(trimmed) && accepts[field](trimmed);
}

/** Returns true for /in/me, with or without its host, which leads everyone to their own profile. LinkedIn's menu has it. */
export const isOwnAddress = (address: string): boolean =>
  /^(?:https?:\/\/)?[^/\s]*\/?\bin\/me([/?#]|$)/i.test(address);

/**
 * The same text as in `private.is_profile_address`. It matches the address of a person's profile on linkedin.com, www.
 * or a country's host, in any case. After /in/ comes a name of ASCII letters, digits, - _ ~ . (not first), and letters
 * of other scripts, plain or percent-encoded. More path, query or fragment in printable ASCII without blanks, quotes or
 * angle brackets may follow.
 */
const LINKEDIN_PATTERN =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]\/[Ii][Nn]\/([A-Za-z0-9_~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])([A-Za-z0-9._~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])*([/?#][!#-;=?-~]*)?$/;
