import {
  type Decoded,
  anything,
  fields,
  flag,
  list,
  nullable,
  number,
  record,
  text,
} from '../../../../supabase/decode.ts';
import { beside } from '../../kernel/data/shapes/row.ts';

/** The answers of the access log's functions (docs/review-data.md). */

const maybe = nullable(text);

const entryFields = {
  id: number,
  at: text,
  actor: maybe,
  actor_email: maybe,
  /** A new kind of history is a new kind here too, so any word may appear. */
  kind: text,
  application_id: maybe,
  batch_id: maybe,
  detail: record(anything),
};

const logEntry = fields({
  ...entryFields,
  /** The applicant's, as long as the application is there. */
  name: nullable(beside),
  is_there: flag,
  /** Content that may name a person, null after an erasure. */
  content: nullable(record(text)),
  /** The number of exported applications. */
  rows: nullable(number),
  reason: nullable(text),
});
export type LogEntry = Decoded<typeof logEntry>;

export const logPage = fields({ rows: list(logEntry), more: flag });

const exportedEntry = fields(entryFields);
export type ExportedEntry = Decoded<typeof exportedEntry>;
export const exportedPage = fields({ rows: list(exportedEntry), more: flag });

export const logPerson = fields({ user_id: text, email: maybe });

/** `person` is an account's id, or 'none' for actions without one. Days are YYYY-MM-DD, inclusive. */
export interface LogFilter {
  readonly person?: string;
  readonly kinds?: readonly string[];
  readonly application?: string;
  readonly from?: string;
  readonly to?: string;
}
