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
} from '../../../../../supabase/decode.ts';
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
  /** The names in the text, with '@', and the present names. */
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
  /** The id for retrying a failed mail, null for other kinds. */
  id: maybe,
  about: nullable(status),
  /** The mail server's words about a failed mail. */
  failure: maybe,
  retries: number,
});

export type Mailing = Decoded<typeof mailing>;

/** An applicant's mailed answer, pasted by a reviewer. */
const reply = fields({
  id: text,
  body: text,
  received_at: text,
  pasted_by: maybe,
  pasted_by_email: maybe,
});

export type Reply = Decoded<typeof reply>;

/** The applicant's evidence, and their requests, such as a pending erasure. */
export const evidence = fields({
  evidence: nullable(fields({ link: text, repository: maybe, words: text })),
  requests: list(oneOf(['withdraw', 'erase'])),
});

/** Another application of the same person, as in the list. */
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

/** The overall answer and the first complete scorecard. Other scores were given after the others' were visible. */
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
  /** True if the caller may see others' scores. Otherwise nothing else contains them. */
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
  /** The own decision mails that leave within a minute, and the seconds until the first. */
  leaving: fields({ count: number, seconds: nullable(number) }),
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

export const tagName = fields({ name: text });

/** The lab's scoring, saved as a whole. Criteria are in order, retired ones last. */
export const scoring = fields({
  version: number,
  hides_others_until_scored: flag,
  criteria: list(fields({ key: text, label: text, anchors: list(text), is_retired: flag })),
});

export type Scoring = Decoded<typeof scoring>;
