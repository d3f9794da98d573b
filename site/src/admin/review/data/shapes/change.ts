import type { Status } from '../../../../../../supabase/functions/_shared/contract/statuses.ts';
import { type Decoded, fields, nullable, number, oneOf, text } from '../../../../supabase/decode.ts';
import { maybe, row, status } from './row.ts';

/** `mailed` is the number of mails with their time (null for none). */
const outcomeFields = {
  batch_id: text,
  changed: number,
  skipped: number,
  mailed: number,
  mail_due_at: maybe,
};

/** The result of a change of one or many applications. `batch_id` undoes it. */
export const outcome = fields(outcomeFields);

export type Outcome = Decoded<typeof outcome>;

export const moved = fields({ ...outcomeFields, row });

export type Moved = Decoded<typeof moved>;

/** The preview of a bulk move. */
export const movePreview = fields({ changed: number, mailed: number });

export type MovePreview = Decoded<typeof movePreview>;

/** A mail that was queued or stopped separately, with the application afterwards. */
export const mailQueued = fields({ mail_due_at: maybe, row });
export const mailStopped = fields({ stopped: number, row });

export const undone = fields({
  restored: number,
  kept_changed: number,
  kept_deleted: number,
  kept_full: number,
  mails_stopped: number,
});

export type Undone = Decoded<typeof undone>;

export const allowedMove = fields({ from_status: status, to_status: status });

/** The present version, the detail of the database's refusal of a change. */
export const latest = fields({
  row,
  latest: nullable(
    fields({
      by: maybe,
      at: text,
      kind: oneOf(['moved', 'assigned']),
      detail: fields({ from: maybe, to: maybe }),
    }),
  ),
});

export type Latest = Decoded<typeof latest>;

/** The stored own score, the detail of the database's refusal. `at` is null when it was removed. */
export const givenScore = fields({ score: nullable(number), at: maybe });

export type GivenScore = Decoded<typeof givenScore>;

/** A bulk change with exactly one of its keys. */
export type Change =
  | { readonly status: Status }
  | { readonly assignee: string | null }
  | { readonly add_tag: string }
  | { readonly remove_tag: string };
