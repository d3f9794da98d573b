import { z } from 'zod';
import { sample } from './sample.ts';

const months = z.number().int().min(1).max(120);

/** Within how many days the lab answers, and how long an application is kept, by how it ended. */
export const termsShape = z.strictObject({
  sample,
  answerDays: z.number().int().min(1).max(365),
  months: z.strictObject({ unconfirmed: months, declined: months, withdrawn: months, accepted: months }),
});

export type Terms = z.infer<typeof termsShape>;
