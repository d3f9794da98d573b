import { isEmail, MAX_EMAIL_LENGTH } from './email.ts';
import { isLinkedInProfile } from './linkedin.ts';
import { showsTwoCharacters } from './visible.ts';

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
  linkedin: isLinkedInProfile,
  sectors: showsTwoCharacters,
};

/** PostgreSQL stores any text but this. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

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
