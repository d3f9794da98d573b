import * as z from 'zod/mini';
import { maybe, rowFields, status } from './row.ts';

const note = z.object({
  id: z.string(),
  application_id: z.string(),
  author: maybe,
  author_email: maybe,
  body: z.string(),
  version: z.number(),
  created_at: z.string(),
  /** The application's round in which it was written. */
  round: z.number(),
  /** The names in the text, with '@', and the present names. */
  mentions: z.array(z.object({ member_id: z.string(), name: z.string() })),
});

export type Note = z.output<typeof note>;

export const noteVersion = z.object({
  version: z.number(),
  body: z.string(),
  editor: maybe,
  editor_email: maybe,
  at: z.string(),
});

export type NoteVersion = z.output<typeof noteVersion>;

const eventKind = z.enum([
  'moved',
  'assigned',
  'tagged',
  'rated',
  'note_added',
  'note_edited',
  'note_removed',
  'mail_queued',
  'mail_stopped',
  'bounced',
  'bounce_cleared',
  'reply_added',
  'reply_removed',
  'interview_set',
  'interview_cleared',
  'mail_retried',
  'evidence_requested',
  'mail_edited',
  'notified',
  'notified_undone',
  'erasure_requested',
  'erasure_undone',
  'applicant',
]);

const historyEvent = z.object({
  id: z.number(),
  at: z.string(),
  actor: maybe,
  actor_email: maybe,
  kind: eventKind,
  detail: z.record(z.string(), z.unknown()),
});

export type HistoryEvent = z.output<typeof historyEvent>;

const mailing = z.object({
  kind: z.enum(['confirmation', 'review', 'applicant']),
  /** The occasion of a mail of the kind `applicant`. */
  topic: maybe,
  state: z.enum(['due', 'sending', 'sent', 'failed', 'dropped', 'held']),
  subject: maybe,
  created_at: z.string(),
  sent_at: maybe,
  due_at: z.string(),
  /** The id for retrying a failed mail, null for other kinds. */
  id: maybe,
  about: z.nullable(status),
  /** The mail server's words about a failed mail. */
  failure: maybe,
  retries: z.number(),
});

export type Mailing = z.output<typeof mailing>;

/** An applicant's mailed answer, pasted by a reviewer. */
const reply = z.object({
  id: z.string(),
  body: z.string(),
  received_at: z.string(),
  pasted_by: maybe,
  pasted_by_email: maybe,
});

export type Reply = z.output<typeof reply>;

/** The applicant's evidence and the time it was asked for. */
export const evidence = z.object({
  evidence: z.nullable(z.object({ link: z.string(), repository: maybe, words: z.string() })),
  requested_at: maybe,
});

/** Another application that may be of the same person, as in the list. */
export const otherApplication = z.object({
  id: z.string(),
  created_at: z.string(),
  status,
  email_confirmed_at: maybe,
  archived_at: maybe,
  same_email: z.boolean(),
  same_profile: z.boolean(),
  same_name: z.boolean(),
});

export type OtherApplication = z.output<typeof otherApplication>;

const criteria = z.array(
  z.object({ key: z.string(), label: z.string(), anchors: z.array(z.string()), is_retired: z.boolean() }),
);

/** The overall answer and the first complete scorecard. Other scores were given after the others' were visible. */
const scorecard = z.object({
  reviewer: z.string(),
  email: z.string(),
  overall: z.nullable(z.boolean()),
  revealed_at: maybe,
  first_scores: z.record(z.string(), z.unknown()),
});

export const applicationDetail = z.object({
  row: z.object({
    ...rowFields,
    first_touch: z.nullable(z.record(z.string(), z.string())),
    answers: z.record(z.string(), z.boolean()),
  }),
  questions: z.object({ version: z.number(), wording: z.record(z.string(), z.string()) }),
  moves: z.array(status),
  notes: z.array(note),
  ratings: z.array(
    z.object({ reviewer: z.string(), email: z.string(), criterion: z.string(), score: z.number() }),
  ),
  /** True if the caller may see others' scores. Otherwise nothing else contains them. */
  sees_others: z.boolean(),
  scorecards: z.array(scorecard),
  /** The opinions of rounds that ended, by criterion and "overall". */
  earlier_scorecards: z.array(
    z.object({
      round: z.number(),
      reviewer: z.string(),
      email: z.string(),
      scores: z.record(z.string(), z.union([z.number(), z.boolean()])),
    }),
  ),
  criteria,
  /** The latest, as `has_more_events` and `has_more_mails` show. */
  events: z.array(historyEvent),
  has_more_events: z.boolean(),
  mails: z.array(mailing),
  has_more_mails: z.boolean(),
  replies: z.array(reply),
});

/** One that is about to be shown. */
export const readAhead = z.object({
  application: applicationDetail,
  evidence,
  others: z.array(otherApplication),
});

export type ApplicationDetail = z.output<typeof applicationDetail>;

export const updates = z.object({
  last_event: z.number(),
  newest: maybe,
  now: z.string(),
  /** The applicants who still need to hear from the lab. */
  to_notify: z.number(),
  /** The own decision mails that leave within ten minutes, and the seconds until the first. */
  pending_mails: z.object({ count: z.number(), seconds: z.nullable(z.number()) }),
  changed: z.array(
    z.object({
      event: z.number(),
      application_id: z.string(),
      actor: maybe,
      actor_email: maybe,
      kind: eventKind,
      /** The status of a move, null for other changes. */
      to: maybe,
      at: z.string(),
    }),
  ),
});

export type Updates = z.output<typeof updates>;

export const tagName = z.object({ name: z.string() });

/** The lab's scoring, saved as a whole. Criteria are in order, retired ones last. */
export const scoring = z.object({
  version: z.number(),
  hides_others_until_scored: z.boolean(),
  criteria,
});

export type Scoring = z.output<typeof scoring>;
