import { withoutDirections } from '../../../../../../../supabase/functions/_shared/contract/visible.ts';
import {
  applicationStatuses,
  type Status,
} from '../../../../../../../supabase/functions/_shared/contract/statuses.ts';
import {
  type Decode,
  type Decoded,
  anything,
  fields,
  flag,
  list,
  nullable,
  number,
  oneOf,
  pair,
  record,
  text,
} from '../../../../../supabase/decode.ts';

/** The answers of the review's functions, validated on arrival (docs/review-data.md). Times are ISO 8601 in UTC. */

export type { Status };

export const status = oneOf(applicationStatuses);

export const maybe = nullable(text);

/** Applicants' text next to other text, without direction controls. */
export const beside: Decode<string> = (value, path) => withoutDirections(text(value, path));

/** The start of the next page, the last row's sort value and its id. */
export const cursor = pair;

export const rowFields = {
  id: text,
  created_at: text,
  name: beside,
  email: beside,
  linkedin: maybe,
  sectors: beside,
  status,
  version: number,
  email_confirmed_at: maybe,
  confirmation_mail: oneOf(['none', 'sending', 'retrying', 'sent', 'failed']),
  assignee: maybe,
  tags: list(text),
  /** The mean of all scores, 0 without any. */
  rating: number,
  source: text,
  status_changed_at: text,
  archived_at: maybe,
  /** The promised answer date, null if none is due. */
  due_at: maybe,
  /** Since when mails to the address are held. */
  email_bounced_at: maybe,
  /** A decision of which no mail has left nor is on its way. */
  not_told: flag,
  /** The time a mail about the present status was sent. */
  told_at: maybe,
  /** Null in every other status. */
  interview_at: maybe,
  cursor,
};

export const row = fields(rowFields);

export type Row = Decoded<typeof row>;

export const page = fields({ rows: list(row), more: flag });

export type Page = Decoded<typeof page>;

/** `is_over` means more than `total`, with an empty `by_status`. */
export const count = fields({ total: number, is_over: flag, by_status: record(number) });

export type Count = Decoded<typeof count>;

/** An exported application with the contract's columns. */
export const exportPage = fields({ rows: list(record(anything)), more: flag, export_id: number });

export type ExportRow = Decoded<typeof exportPage>['rows'][number];
