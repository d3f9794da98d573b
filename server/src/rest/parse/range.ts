import { invalidRange, unreadableParameter } from '../errors.ts';

/** Rows to skip and, unless null, how many to give at most. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number | null;
}

export const everyRow: RowRange = { offset: 0, limit: null };

/** Parses `limit=` or `offset=`, a whole number. A negative offset skips no row, as in PostgREST. */
export function parseRowNumber(parameter: string, text: string): number {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : null;
  if (number === null)
    throw unreadableParameter(`failed to parse ${parameter} (${text})`, 1, 'expecting a whole number');
  if (number < 0 && parameter === 'limit')
    throw invalidRange('Limit should be greater than or equal to zero.');
  return Math.max(0, number);
}

/** Parses a `Range` header of items (`0-9`, `10-`) and ignores other units. */
export function parseRangeHeader(header: string | undefined): RowRange {
  const [, first, last] = /^(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined) return everyRow;
  if (!last) return { offset: Number(first), limit: null };
  if (Number(first) > Number(last)) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset: Number(first), limit: Number(last) - Number(first) + 1 };
}

export function intersection(left: RowRange, right: RowRange): RowRange {
  const end = Math.min(endOf(left), endOf(right));
  const offset = Math.max(left.offset, right.offset);
  return { offset, limit: end === Infinity ? null : Math.max(0, end - offset) };
}

const endOf = ({ offset, limit }: RowRange) => (limit === null ? Infinity : offset + limit);
