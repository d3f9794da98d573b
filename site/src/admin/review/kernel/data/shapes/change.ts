import type { Status } from '../../../../../../../supabase/functions/_shared/contract/statuses.ts';
import { type Decoded, fields, nullable, number, text } from '../../../../../supabase/decode.ts';
import { maybe } from './row.ts';

/** `mailed` is the number of mails with their time (null for none). */
export const outcomeFields = {
  batch_id: text,
  changed: number,
  skipped: number,
  mailed: number,
  mail_due_at: maybe,
};

/** The result of a change of one or many applications. `batch_id` undoes it. */
export const outcome = fields(outcomeFields);

export type Outcome = Decoded<typeof outcome>;

export const undone = fields({
  restored: number,
  kept_changed: number,
  kept_deleted: number,
  kept_full: number,
  mails_stopped: number,
});

export type Undone = Decoded<typeof undone>;

/** The stored own score, the detail of the database's refusal. `at` is null when it was removed. */
export const givenScore = fields({ score: nullable(number), at: maybe });

export type GivenScore = Decoded<typeof givenScore>;

/** A bulk change with exactly one of its keys. */
export type Change =
  | { readonly status: Status }
  | { readonly assignee: string | null }
  | { readonly add_tag: string }
  | { readonly remove_tag: string };
