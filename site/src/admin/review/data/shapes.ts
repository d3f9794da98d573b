import {
  applicationStatuses,
  type Status,
} from '../../../../../supabase/functions/_shared/contract/statuses.ts';
import {
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
} from '../../../supabase/decode.ts';

/** What the review's functions answer, checked where it arrives: docs/review-data.md. Times are ISO 8601 in UTC. */

export type { Status };

const status = oneOf(applicationStatuses);
const maybe = nullable(text);

export const sorts = ['created', 'name', 'rating', 'changed'] as const;
export type Sort = (typeof sorts)[number];

export const accesses = ['owner', 'reviewer', 'reader'] as const;
export type Access = (typeof accesses)[number];
const access = oneOf(accesses);

/** What is late, and what will be within three days. */
export const dues = ['overdue', 'soon'] as const;
export type Due = (typeof dues)[number];

/** Where a page of the list goes on: the last row's value in the order, and its id. */
export const cursor = pair;
export type Cursor = Decoded<typeof cursor>;

const rowFields = {
  id: text,
  created_at: text,
  name: text,
  email: text,
  linkedin: maybe,
  sectors: text,
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
  /** Until when an answer is promised; null for whom no answer is due. */
  due_at: maybe,
  /** Since when mails to the address are held. */
  email_bounced_at: maybe,
  /** Null in every other status. */
  interview_at: maybe,
  cursor,
};
export const row = fields(rowFields);
export type Row = Decoded<typeof row>;

export const page = fields({ rows: list(row), more: flag });
export type Page = Decoded<typeof page>;

export const count = fields({ total: number, by_status: record(number) });
export type Count = Decoded<typeof count>;

const note = fields({
  id: text,
  application_id: text,
  author: maybe,
  author_email: maybe,
  body: text,
  version: number,
  created_at: text,
  updated_at: text,
});
export type Note = Decoded<typeof note>;

export const noteVersion = fields({ version: number, body: text, editor_email: maybe, at: text });
export type NoteVersion = Decoded<typeof noteVersion>;

const eventKind = oneOf([
  'moved',
  'assigned',
  'tagged',
  'rated',
  'noted',
  'note_edited',
  'note_removed',
  'mailed',
  'mail_cancelled',
  'bounced',
  'bounce_cleared',
  'answered',
  'answer_removed',
  'interview_set',
  'interview_cleared',
  'applicant',
]);

const historyEvent = fields({
  id: number,
  at: text,
  actor: maybe,
  actor_email: maybe,
  kind: eventKind,
  detail: record(anything),
});
export type HistoryEvent = Decoded<typeof historyEvent>;

const mailing = fields({
  kind: oneOf(['confirmation', 'review', 'applicant']),
  state: oneOf(['due', 'sending', 'sent', 'failed', 'dropped', 'held']),
  subject: maybe,
  created_at: text,
  sent_at: maybe,
});
export type Mailing = Decoded<typeof mailing>;

/** What the applicant answered by mail, as a reviewer pasted it. */
const reply = fields({
  id: text,
  body: text,
  received_at: text,
  pasted_by: maybe,
  pasted_by_email: maybe,
});
export type Reply = Decoded<typeof reply>;

/** Something to judge by, and what the applicant asked for on their page: it may be about to be erased. */
export const evidence = fields({
  evidence: nullable(fields({ link: text, repository: maybe, words: text })),
  requests: list(oneOf(['withdraw', 'erase'])),
});

export const applicationDetail = fields({
  row: fields({ ...rowFields, first_touch: nullable(record(text)), answers: record(flag) }),
  questions: fields({ version: number, wording: record(text) }),
  moves: list(status),
  notes: list(note),
  ratings: list(fields({ reviewer: text, email: text, criterion: text, score: number })),
  criteria: list(fields({ key: text, label: text })),
  events: list(historyEvent),
  mails: list(mailing),
  replies: list(reply),
});
export type ApplicationDetail = Decoded<typeof applicationDetail>;

export const me = fields({
  user_id: text,
  email: text,
  /** Null: may not enter now, for example because a second factor is owed. */
  access: nullable(access),
  aal: oneOf(['aal1', 'aal2']),
  second_factor_required: flag,
  has_second_factor: flag,
});
export type Me = Decoded<typeof me>;

export const person = fields({
  user_id: text,
  email: text,
  access,
  since: text,
  last_sign_in_at: maybe,
  invited: flag,
  has_second_factor: flag,
});
export type Person = Decoded<typeof person>;

export const pulse = fields({
  last_event: number,
  newest: maybe,
  changed: list(
    fields({
      event: number,
      application_id: text,
      actor: maybe,
      actor_email: maybe,
      kind: eventKind,
      at: text,
    }),
  ),
});
export type Pulse = Decoded<typeof pulse>;

const outcomeFields = { batch_id: text, changed: number, skipped: number };
/** What a change of one or many applications came to; `batch_id` undoes it. */
export const outcome = fields(outcomeFields);
export const moved = fields({ ...outcomeFields, row });
export type Moved = Decoded<typeof moved>;

export const undone = fields({
  restored: number,
  kept_changed: number,
  kept_deleted: number,
  kept_full: number,
  mails_stopped: number,
});
export type Undone = Decoded<typeof undone>;

const mailFields = { subject: text, body: text };
export const mail = fields(mailFields);
export type Mail = Decoded<typeof mail>;
export const mailPreview = fields({ ...mailFields, to: text, has_page: flag });
export type MailPreview = Decoded<typeof mailPreview>;

export const template = fields({
  ...mailFields,
  status,
  version: number,
  updated_at: text,
  updated_by: maybe,
});
export type Template = Decoded<typeof template>;

/** What a member sets for themselves. */
export const memberSettings = fields({ booking_link: maybe });

export const savedView = fields({ id: text, owner: text, name: text, query: text, shared: flag });
export type SavedView = Decoded<typeof savedView>;

export const allowedMove = fields({ from_status: status, to_status: status });
export const tagName = fields({ name: text });

/** What the database says about the version that is there: the detail of its refusal of a change. */
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

/** One's own score as it is there: the detail of the database's refusal of another. `at` is null when it was taken back. */
export const givenScore = fields({ score: nullable(number), at: maybe });
export type GivenScore = Decoded<typeof givenScore>;

/** Hours from submission: of how many, the median, and within how many nine of ten lie. */
const hours = fields({ count: number, median: nullable(number), ninetieth: nullable(number) });
export type Hours = Decoded<typeof hours>;

/** `day`: YYYY-MM-DD, in UTC. */
const dayCount = fields({ day: text, applications: number, confirmed: number });
export type DayCount = Decoded<typeof dayCount>;

export const numbersAnswer = fields({
  total: number,
  confirmed: number,
  per_day: list(dayCount),
  by_status: record(number),
  by_source: list(fields({ source: text, applications: number, confirmed: number, accepted: number })),
  to_review: hours,
  to_decision: hours,
});
export type NumbersAnswer = Decoded<typeof numbersAnswer>;

/** Who waits for a first answer at this moment. */
export const clock = fields({ answer_days: number, waiting: number, soon: number, overdue: number });
export type Clock = Decoded<typeof clock>;

const termFields = {
  answer_days: number,
  unconfirmed_months: number,
  declined_months: number,
  withdrawn_months: number,
  accepted_months: number,
  access_log_months: number,
};
/** What the lab promises, one row. */
export const terms = fields({ ...termFields, version: number });
export type Terms = Decoded<typeof terms>;
export const termsChange = fields({
  id: number,
  at: text,
  actor_email: maybe,
  before: fields(termFields),
  after: fields(termFields),
});
export type TermsChange = Decoded<typeof termsChange>;
export type Term = keyof typeof termFields;

/** Whether applications are taken; `opens_on`: YYYY-MM-DD. */
export const intake = fields({
  closed: flag,
  opens_on: maybe,
  version: number,
  changed_at: text,
  changed_by: maybe,
  /** Addresses that wait to be told of the opening. */
  waiting: number,
});
export type Intake = Decoded<typeof intake>;

/** An exported application: its columns are those of the contract. */
export const exportPage = fields({ rows: list(record(anything)), more: flag, export_id: number });
export type ExportRow = Decoded<typeof exportPage>['rows'][number];

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
  readonly due?: Due;
}
