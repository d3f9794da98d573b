import type { Status } from '../../../../../supabase/functions/_shared/contract/statuses.ts';

/** What the review's functions answer: docs/review-data.md. Times are ISO 8601 in UTC. */

export type { Status };

export const sorts = ['created', 'name', 'rating', 'changed'] as const;
export type Sort = (typeof sorts)[number];

export const accesses = ['owner', 'reviewer', 'reader'] as const;
export type Access = (typeof accesses)[number];

/** Where a page of the list goes on: the last row's value in the order, and its id. */
export type Cursor = readonly [string, string];

export interface Row {
  readonly id: string;
  readonly created_at: string;
  readonly name: string;
  readonly email: string;
  readonly linkedin: string | null;
  readonly sectors: string;
  readonly status: Status;
  readonly version: number;
  readonly email_confirmed_at: string | null;
  readonly confirmation_mail: 'none' | 'sending' | 'retrying' | 'sent' | 'failed';
  readonly assignee: string | null;
  readonly tags: readonly string[];
  /** The mean of all scores, 0 without any. */
  readonly rating: number;
  readonly source: string;
  readonly status_changed_at: string;
  readonly archived_at: string | null;
  readonly cursor: Cursor;
}

export interface Page {
  readonly rows: readonly Row[];
  readonly more: boolean;
}

export interface Count {
  readonly total: number;
  readonly by_status: Partial<Record<Status, number>>;
}

export interface Note {
  readonly id: string;
  readonly application_id: string;
  readonly author: string | null;
  readonly author_email: string | null;
  readonly body: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NoteVersion {
  readonly version: number;
  readonly body: string;
  readonly editor_email: string | null;
  readonly at: string;
}

export interface HistoryEvent {
  readonly id: number;
  readonly at: string;
  readonly actor: string | null;
  readonly actor_email: string | null;
  readonly kind:
    | 'moved'
    | 'assigned'
    | 'tagged'
    | 'rated'
    | 'noted'
    | 'note_edited'
    | 'note_removed'
    | 'mailed'
    | 'mail_cancelled';
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface Mailing {
  readonly kind: 'confirmation' | 'review';
  readonly state: 'due' | 'sending' | 'sent' | 'failed' | 'dropped';
  readonly subject: string | null;
  readonly created_at: string;
  readonly sent_at: string | null;
}

export interface ApplicationDetail {
  readonly row: Row & {
    readonly first_touch: Readonly<Record<string, string>> | null;
    readonly answers: Readonly<Record<string, boolean>>;
  };
  readonly questions: { readonly version: number; readonly wording: Readonly<Record<string, string>> };
  readonly moves: readonly Status[];
  readonly notes: readonly Note[];
  readonly ratings: readonly {
    readonly reviewer: string;
    readonly email: string;
    readonly criterion: string;
    readonly score: number;
  }[];
  readonly criteria: readonly { readonly key: string; readonly label: string }[];
  readonly events: readonly HistoryEvent[];
  readonly mails: readonly Mailing[];
}

export interface Me {
  readonly user_id: string;
  readonly email: string;
  /** Null: may not enter now, for example because a second factor is owed. */
  readonly access: Access | null;
  readonly aal: 'aal1' | 'aal2';
  readonly second_factor_required: boolean;
  readonly has_second_factor: boolean;
}

export interface Person {
  readonly user_id: string;
  readonly email: string;
  readonly access: Access;
  readonly since: string;
  readonly last_sign_in_at: string | null;
  readonly invited: boolean;
  readonly has_second_factor: boolean;
}

export interface Pulse {
  readonly last_event: number;
  readonly newest: string | null;
  readonly changed: readonly {
    readonly event: number;
    readonly application_id: string;
    readonly actor: string | null;
    readonly actor_email: string | null;
    readonly kind: HistoryEvent['kind'];
    readonly at: string;
  }[];
}

/** What a change of one or many applications came to; `batch_id` undoes it. */
export interface Outcome {
  readonly batch_id: string;
  readonly changed: number;
  readonly skipped: number;
}

export interface Mail {
  readonly subject: string;
  readonly body: string;
}

export interface Template extends Mail {
  readonly status: Status;
  readonly version: number;
  readonly updated_at: string;
  readonly updated_by: string | null;
}

export interface SavedView {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
}

/** A change for many: exactly one of its keys. */
export type Change =
  | { readonly status: Status }
  | { readonly assignee: string | null }
  | { readonly add_tag: string }
  | { readonly remove_tag: string };

export interface Filter {
  readonly search?: string;
  readonly status?: readonly Status[];
  readonly confirmed?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly assignee?: string;
  readonly tag?: string;
  readonly source?: string;
  readonly archived?: boolean;
}
