import { z } from 'zod';
import { sample } from './sample.ts';

const months = z.number().int().min(1).max(120);

/** How long an application is kept, by how it ended. */
export const retentionShape = z.strictObject({
  sample,
  months: z.strictObject({ unconfirmed: months, declined: months, withdrawn: months, accepted: months }),
});
