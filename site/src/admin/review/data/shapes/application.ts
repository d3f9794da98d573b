import {
  type Decoded,
  anything,
  fields,
  flag,
  list,
  nullable,
  number,
  oneOf,
  record,
  text,
} from '../../../../supabase/decode.ts';
import { maybe, rowFields, status } from './row.ts';

const note = fields({
  id: text,
  application_id: text,
  author: maybe,
  author_email: maybe,
  body: text,
  version: number,
  created_at: text,
  updated_at: text,
  /** As what the text calls each, with its '@', and how they are called now. */
  mentions: list(fields({ member_id: text, written: text, name: text })),
});

export type Note = Decoded<typeof note>;

export const noteVersion = fields({
  version: number,
  body: text,
  editor: maybe,
  editor_email: maybe,
  at: text,
});

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
  'mail_retried',
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
  due_at: text,
  /** By which a mail that failed is tried again; null for kinds that are not. */
  id: maybe,
  about: nullable(status),
  /** What the mail server said, of a mail that failed. */
  failure: maybe,
  retries: number,
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

/** What else the same person sent, as the list shows it. */
export const otherApplication = fields({
  id: text,
  created_at: text,
  status,
  email_confirmed_at: maybe,
  archived_at: maybe,
  same_email: flag,
  same_profile: flag,
});

export type OtherApplication = Decoded<typeof otherApplication>;

/** Yes or no overall, and the first complete scorecard: what is not in it was given after seeing the others'. */
const scorecard = fields({
  reviewer: text,
  email: text,
  overall: nullable(flag),
  saw_at: maybe,
  first_scores: record(anything),
});

export const applicationDetail = fields({
  row: fields({ ...rowFields, first_touch: nullable(record(text)), answers: record(flag) }),
  questions: fields({ version: number, wording: record(text) }),
  moves: list(status),
  notes: list(note),
  ratings: list(fields({ reviewer: text, email: text, criterion: text, score: number })),
  /** Whether the caller may know what others think; while they may not, nothing of others is among the rest. */
  sees_others: flag,
  scorecards: list(scorecard),
  criteria: list(fields({ key: text, label: text, anchors: list(text), is_retired: flag })),
  events: list(historyEvent),
  mails: list(mailing),
  replies: list(reply),
});

/** One that is about to be shown. */
export const readAhead = fields({
  application: applicationDetail,
  evidence,
  others: list(otherApplication),
});

export type ApplicationDetail = Decoded<typeof applicationDetail>;

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
