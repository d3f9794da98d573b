import { z } from 'zod';
import { applicationStatuses } from '@solostead/contract/statuses';
import { evidenceFields } from '@solostead/contract/evidence';

const label = z.string().min(1).max(60);
const text = z.string().min(1).max(160);
/** A text that names what is filled in on the page. */
const naming = (what: string) => text.includes(`[${what}]`);

/** The applicant's page, which fills in `[…]`. */
export const myApplicationShape = z.strictObject({
  title: label,
  loading: text,
  needsScript: text,
  unknown: z.strictObject({
    title: label,
    text,
    label,
    hint: text,
    send: label,
  }),
  failed: text,
  later: text,
  again: label,
  home: label,
  standing: z.strictObject({
    title: label,
    since: naming('day'),
    answerBy: naming('day'),
    statuses: z.record(z.enum(applicationStatuses), z.strictObject({ label, text })),
    again: z.strictObject({
      press: label,
      text,
      from: naming('day'),
      outcomes: z.strictObject({ applied_again: text, closed: text }),
    }),
  }),
  evidence: z.strictObject({
    title: label,
    lead: text,
    shown: label,
    fields: z.record(z.enum(evidenceFields), z.strictObject({ label, hint: text, error: text })),
    send: label,
    change: label,
    sending: label,
    takeBack: label,
    outcomes: z.strictObject({ saved: text, removed: text }),
  }),
  sent: z.strictObject({
    title: label,
    email: label,
    applied: label,
    questions: label,
    yes: label,
    no: label,
    correct: label,
    correctNote: text,
    save: label,
    saving: label,
    cancel: label,
    outcomes: z.strictObject({ corrected: text }),
  }),
  ends: z.strictObject({
    titles: z.strictObject({ open: label, ended: label, erasing: label }),
    download: z.strictObject({
      press: label,
      text,
      fileName: z.string().regex(/^[a-z-]+$/),
      done: text,
    }),
    renew: z.strictObject({
      press: label,
      text: naming('email'),
      outcomes: z.strictObject({ mailed: naming('email'), too_many: text }),
    }),
    withdraw: z.strictObject({ press: label, text, done: text, undo: label }),
    erase: z.strictObject({
      press: label,
      text,
      sure: text,
      confirm: label,
      cancel: label,
      done: naming('moment'),
      undo: label,
    }),
    seconds: naming('seconds'),
    undone: z.strictObject({ withdraw: text, erase: text }),
    tooLate: text,
  }),
  refused: z.strictObject({
    withdrawn: text,
    erasing: text,
    too_many_changes: text,
    too_many_corrections: text,
    too_many_undos: text,
    too_many_today: text,
    too_early: text,
    still_open: text,
  }),
});
