import * as z from 'zod/mini';
import { withoutDirections } from '@solostead/contract/visible';
import { applicationStatuses, promises, type Status } from '@solostead/contract/statuses';

/** The answers of the review's functions, validated on arrival (docs/review-data.md). Times are ISO 8601 in UTC. */

export type { Status };

export const status = z.enum(applicationStatuses);

export const maybe = z.nullable(z.string());

/** Applicants' text next to other text, without direction controls. */
export const beside = z.string().check(z.overwrite(withoutDirections));

/** The start of the next page, the last row's sort value and its id. */
const cursor = z.tuple([z.string(), z.string()]);

export const rowFields = {
  id: z.string(),
  created_at: z.string(),
  name: beside,
  email: beside,
  linkedin: maybe,
  sectors: beside,
  status,
  version: z.number(),
  email_confirmed_at: maybe,
  confirmation_mail: z.enum(['none', 'sending', 'retrying', 'sent', 'failed']),
  assignee: maybe,
  tags: z.array(z.string()),
  /** The mean of all scores, 0 without any. */
  rating: z.number(),
  source: z.string(),
  status_changed_at: z.string(),
  archived_at: maybe,
  /** The promised answer date, null if none is due. */
  due_at: maybe,
  /** Since when mails to the address are held. */
  email_bounced_at: maybe,
  /** The state of the promise to answer, null for an unconfirmed address. */
  promise: z.nullable(z.enum(promises)),
  /** The time of the mail that is about to tell them, null for none. */
  mail_due_at: maybe,
  /** The member who is editing that mail. */
  mail_edited_by: maybe,
  /** The time the applicant was notified of the present status. */
  notified_at: maybe,
  /** 1, and one more each time that the applicant applied again. */
  round: z.number(),
  /** Null in every other status. */
  interview_at: maybe,
  cursor,
};

export const row = z.object(rowFields);

export type Row = z.output<typeof row>;

export const page = z.object({ rows: z.array(row), more: z.boolean() });

/** `is_capped` means more than `total`, with an empty `by_status`. */
export const count = z.object({
  total: z.number(),
  is_capped: z.boolean(),
  by_status: z.record(z.string(), z.number()),
});

export type Count = z.output<typeof count>;

/** Exported applications with the contract's columns. */
export const exportPage = z.object({
  rows: z.array(z.looseObject({ cursor })),
  more: z.boolean(),
  export_id: z.number(),
});
