import { z } from 'zod';

const label = z.string().min(1).max(60);
const hint = z.string().min(1).max(90);

/**
 * The join form's words around its questions and messages, which contract P5.2 to P8.4 fixes and `application.ts`
 * contains.
 */
export const joinFormShape = z.strictObject({
  title: z.literal('Join Us'),
  lead: z.string().max(140),
  fields: z.strictObject({
    name: z.strictObject({ label, hint: hint.optional() }),
    email: z.strictObject({ label, hint: hint.optional() }),
    linkedin: z.strictObject({ label, hint: hint.optional() }),
    sectors: z.strictObject({ label, hint: hint.optional() }),
  }),
  screening: z.strictObject({ legend: label, note: z.literal('All questions must be checked.'), hint: hint }),
  privacy: z.string().max(240),
  /** The number of days until the lab answers, shown after the form was sent. */
  promise: z.string().max(140),
  privacyLink: label,
  needsScript: z.string().max(160),
  submit: label,
  close: label,
});

export type JoinFormText = z.infer<typeof joinFormShape>;
