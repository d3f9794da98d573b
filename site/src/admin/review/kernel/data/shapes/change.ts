import * as z from 'zod/mini';
import type { Status } from '@solostead/contract/statuses';
import { maybe } from './row.ts';

/** `mailed` is the number of mails with their time (null for none). */
export const outcomeFields = {
  batch_id: z.string(),
  changed: z.number(),
  skipped: z.number(),
  mailed: z.number(),
  mail_due_at: maybe,
};

/** The result of a change of one or many applications. `batch_id` undoes it. */
export const outcome = z.object(outcomeFields);

export const undone = z.object({
  restored: z.number(),
  skipped_changed: z.number(),
  skipped_deleted: z.number(),
  skipped_full: z.number(),
  mails_stopped: z.number(),
  /** The applicants who were notified of the change before. */
  notified: z.number(),
});

export type Undone = z.output<typeof undone>;

/** The stored own score, the detail of the database's refusal. `at` is null when it was removed. */
export const recordedScore = z.object({ score: z.nullable(z.number()), at: maybe });

export type RecordedScore = z.output<typeof recordedScore>;

/** A bulk change with exactly one of its keys. */
export type Change =
  | { readonly status: Status }
  | { readonly assignee: string | null }
  | { readonly add_tag: string }
  | { readonly remove_tag: string };
