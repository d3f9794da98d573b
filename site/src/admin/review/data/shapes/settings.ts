import { type Decoded, fields, flag, list, number, oneOf, text } from '../../../../supabase/decode.ts';
import { maybe } from './row.ts';

export const savedView = fields({ id: text, owner: text, name: text, query: text, shared: flag });

export type SavedView = Decoded<typeof savedView>;

export const tagName = fields({ name: text });

const termFields = {
  answer_days: number,
  unconfirmed_months: number,
  declined_months: number,
  withdrawn_months: number,
  accepted_months: number,
  access_log_months: number,
};

/** The lab's promises, one row. */
export const terms = fields({ ...termFields, version: number });

export type Terms = Decoded<typeof terms>;

/** The lab's scoring, saved as a whole. Criteria are in order, retired ones last. */
export const scoring = fields({
  version: number,
  hides_others_until_scored: flag,
  criteria: list(fields({ key: text, label: text, anchors: list(text), is_retired: flag })),
});

export type Scoring = Decoded<typeof scoring>;

export const termsChange = fields({
  id: number,
  at: text,
  actor_email: maybe,
  before: fields(termFields),
  after: fields(termFields),
});

export type TermsChange = Decoded<typeof termsChange>;

export type Term = keyof typeof termFields;

/** The delays of mails to applicants. */
export const delays = ['soon', 'morning'] as const;

export type Delay = (typeof delays)[number];

export const mailing = fields({ time_zone: text, delay: oneOf(delays), version: number });

export type Mailing = Decoded<typeof mailing>;

/** The state of applications. `opens_on` is YYYY-MM-DD. */
export const intake = fields({
  closed: flag,
  opens_on: maybe,
  version: number,
  changed_at: text,
  changed_by: maybe,
  /** The number of addresses waiting for the opening. */
  waiting: number,
});

export type Intake = Decoded<typeof intake>;
