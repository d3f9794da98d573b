import { randomUUID } from 'node:crypto';
import type { ReadPlan } from '../plan/read-plan.ts';
import { bind, type Fragment, raw, sql } from './fragment.ts';

const MEGABYTE = 1024 * 1024;

/**
 * The most bytes of an answer's rows. PostgreSQL has up to six copies of them at once, and up to twelve of the columns
 * of a row whose characters are all escaped, so that a request takes at most 64 MB.
 */
export const MAX_ANSWER_BYTES = 8 * MEGABYTE;

/** The most bytes of one row before they are escaped, and of all that a request embeds. */
export const MAX_ROW_BYTES = 4 * MEGABYTE;

/** The most bytes of a row's casted columns and JSON documents, each as often as it is used and so unpacked. */
export const MAX_SOURCE_BYTES = 16 * MEGABYTE;

/** Bounds in bytes that depend on the number of embedded resources, because those of one row exist at once. */
export interface Limits {
  readonly row: number;
  /** Of one embedded list or row. */
  readonly embedded: number;
  readonly sources: number;
}

export function limitsOf(plan: ReadPlan): Limits {
  const embeds = countShown(plan);
  return {
    row: MAX_ROW_BYTES,
    embedded: Math.floor(MAX_ROW_BYTES / Math.max(1, embeds)),
    sources: Math.floor(MAX_SOURCE_BYTES / (embeds + 1)),
  };
}

const countShown = ({ embeds }: ReadPlan): number =>
  embeds.reduce((sum, { shown, plan }) => sum + (shown === 'hidden' ? 0 : 1) + countShown(plan), 0);

/** Marks failures that a statement raises on purpose. Clients do not know it. */
export const failureMark = randomUUID();

/** An expression that is true, and fails once `size` exceeds `limit`. It does not repeat `size`. */
export function within(size: Fragment, limit: number): Fragment {
  const most = raw(String(limit));
  const excess = sql`nullif(greatest(${size}, ${most}), ${most})`;
  return sql`(${bind(`${failureMark}:large ${limit}:`)}::text || ${excess})::int is null`;
}
