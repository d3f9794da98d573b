import { applicationKeys } from '@solostead/contract/application';
import type { ApplicationKey } from './rules.ts';

/** The number of fields that are named before the rest is counted. */
const MAX_NAMED = 3;

/** The words of the sentence about missing fields. */
export interface RemainingCopy {
  readonly names: Readonly<Record<ApplicationKey, string>>;
  readonly left: (count: number, total: number) => string;
  readonly more: (count: number) => string;
}

/**
 * Returns how many fields are missing and which come next, for example `4 of 11 left: email, question 2, question 3
 * and 1 more`.
 */
export function describeRemaining(
  fields: readonly ApplicationKey[],
  { names, left, more }: RemainingCopy,
): string {
  if (fields.length === 0) return '';
  const named = fields
    .slice(0, MAX_NAMED)
    .map((field) => names[field])
    .join(', ');
  const rest = fields.length > MAX_NAMED ? ` ${more(fields.length - MAX_NAMED)}` : '';
  return `${left(fields.length, applicationKeys.length)}: ${named}${rest}`;
}
