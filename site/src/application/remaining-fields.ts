import { applicationKeys } from '../../../supabase/functions/_shared/contract/application.ts';
import type { applicationRules } from './rules.ts';

export type ApplicationKey = (typeof applicationKeys)[number];

/** The number of fields that are named before the rest is counted. */
const MAX_NAMED = 3;

/** The fields that are still missing or wrong, in the order of the form. */
export function remainingFields(
  rules: ReturnType<typeof applicationRules>,
  values: object,
): ApplicationKey[] {
  const { error } = rules.safeParse(values);
  const faulty = new Set(error?.issues.map(({ path }) => path[0]));
  return applicationKeys.filter((key) => faulty.has(key));
}

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
