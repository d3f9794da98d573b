import * as z from 'zod/mini';
import { beside, maybe } from '../../kernel/data/shapes/row.ts';

/** The answers of the access log's functions (docs/review-data.md). */

const entryFields = {
  id: z.number(),
  at: z.string(),
  actor: maybe,
  actor_email: maybe,
  /** A new kind of history is a new kind here too, so any word may appear. */
  kind: z.string(),
  application_id: maybe,
  batch_id: maybe,
  detail: z.record(z.string(), z.unknown()),
};

const logEntry = z.object({
  ...entryFields,
  /** The applicant's, as long as the application is there. */
  name: z.nullable(beside),
  exists: z.boolean(),
  /** Content that may name a person, null after an erasure. */
  content: z.nullable(z.record(z.string(), z.string())),
  /** The number of exported applications. */
  rows: z.nullable(z.number()),
  reason: maybe,
});
export type LogEntry = z.output<typeof logEntry>;

export const logPage = z.object({ rows: z.array(logEntry), more: z.boolean() });

export const exportedColumns = Object.keys(entryFields);

export const exportedPage = z.object({ rows: z.array(z.object(entryFields)), more: z.boolean() });

export const logPerson = z.object({ user_id: z.string(), email: maybe });

/** `person` is an account's id, or 'none' for actions without one. Days are YYYY-MM-DD, inclusive. */
export interface LogFilter {
  readonly person?: string;
  readonly kinds?: readonly string[];
  readonly application?: string;
  readonly from?: string;
  readonly to?: string;
}
