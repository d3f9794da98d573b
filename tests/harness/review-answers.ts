/** A change that can be undone. */
export interface Batch {
  readonly batch_id: string;
}

export interface Changed extends Batch {
  readonly changed: number;
  readonly skipped: number;
  readonly mailed: number;
}

export interface Moved extends Batch {
  readonly mailed: number;
  readonly mail_due_at: string | null;
  readonly row: Row;
}

/** An application in the list, with the columns that tests read. A new column is added here when a test needs it. */
export interface Row {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly rating: number;
  readonly tags: readonly string[];
  readonly promise: 'waiting' | 'answered' | 'to_notify' | 'ended' | null;
  readonly mail_due_at: string | null;
  readonly mail_edited_by: string | null;
  readonly notified_at: string | null;
  readonly due_at: string | null;
  readonly interview_at: string | null;
  readonly answers: object;
}

export interface Note {
  readonly id: string;
  readonly version: number;
  readonly body: string;
  readonly mentions: readonly { member_id: string; name: string }[];
}

export interface Reply {
  readonly id: string;
  readonly body: string;
  readonly received_at: string;
}

/** A criterion of the scorecard. It has no key before it is saved. */
export interface Criterion {
  readonly key?: string | null;
  readonly label: string;
  readonly anchors: readonly string[];
  readonly is_retired?: boolean;
}

/** An application as a member opens it. */
export interface Opened {
  readonly row: Row;
  readonly sees_others: boolean;
  readonly criteria: readonly Criterion[];
  readonly ratings: readonly { email: string; criterion: string; score: number }[];
  readonly scorecards: readonly { email: string; first_scores: Record<string, number | boolean> }[];
  readonly notes: readonly Note[];
  readonly replies: readonly Reply[];
  readonly mails: readonly { id: string | null; kind: string; subject: string; state: string }[];
  readonly has_more_mails: boolean;
  readonly has_more_events: boolean;
  /** The history, the latest first. */
  readonly events: readonly {
    kind: string;
    actor: string | null;
    actor_email: string | null;
    detail: object;
  }[];
}

/** Rows of a list, an export or a log, with the place where the next ones begin. */
export interface Page {
  readonly rows: readonly {
    readonly id: string;
    readonly rating: number | null;
    readonly cursor: readonly [string, string];
  }[];
  readonly more: boolean;
  readonly export_id: number;
}

/** An entry of the access log. */
export interface LogEntry {
  readonly id: number;
  readonly actor: string | null;
  readonly actor_email: string | null;
  readonly kind: string;
  readonly application_id: string | null;
  readonly detail: Record<string, unknown>;
  readonly content: Record<string, string> | null;
  readonly rows: number | null;
}
