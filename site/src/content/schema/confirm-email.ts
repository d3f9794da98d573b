import { z } from 'zod';

const text = z.string().min(1).max(160);

/** The confirm-email page, with the sentences of contract P8.5 and P8.6. */
export const confirmEmailShape = z.strictObject({
  title: text,
  loading: text,
  needsScript: text,
  withoutScript: z.strictObject({ text, press: text, refused: text }),
  success: z.strictObject({
    title: text,
    text: z.string().regex(/^Your email has been confirmed successfully! Thank you for applying to .+\.$/),
    next: z.literal("We'll review your application and get back to you soon."),
    promise: text,
    answered: text,
  }),
  evidence: z.strictObject({
    title: text,
    lead: text,
    /** In place of the lead for one who has shown something. */
    stored: text,
    saved: text,
    /** The titles and the way back on the pages of a browser without script. */
    thanks: text,
    notShown: text,
    back: text,
    refused: z.strictObject({ read: text, withdrawn: text, erasing: text, unknown: text }),
  }),
  error: z.strictObject({ title: text }),
  messages: z.strictObject({
    missing: z.literal('Invalid confirmation link - missing application ID.'),
    failed: z.literal('Failed to confirm email. Please try again or contact support.'),
    refused: z.literal('Failed to confirm email.'),
    unexpected: z.literal('An unexpected error occurred. Please try again.'),
  }),
  again: text,
  home: text,
});
