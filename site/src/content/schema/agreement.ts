import { z } from 'zod';
import { sample } from './sample.ts';

const label = z.string().min(1).max(60);
const percent = z.number().int().min(0).max(50);

/** The agreement, each clause with its meaning in plain words, and a month worked out. */
export const agreementShape = z.strictObject({
  title: label,
  description: z.string().min(50).max(160),
  sample,
  lead: z.string().max(200),
  /** Increases with each change of a clause. `date` is an ISO day. */
  version: z.string().regex(/^\d+\.\d+$/),
  date: z.iso.date(),
  versionLabel: label,
  plainly: label,
  clauses: z
    .array(z.strictObject({ title: label, text: z.string().max(320), plain: z.string().max(200) }))
    .min(6),
  month: z.strictObject({
    title: label,
    text: z.string().max(260),
    feePercent: percent,
    refundPercent: percent,
    /** Dollars a month of the rows, and the bounds and start of the range. */
    rows: z.array(z.number().int().positive()).length(3),
    range: z.strictObject({
      label,
      least: z.number().int(),
      start: z.number().int(),
      most: z.number().int(),
      step: z.number().int().positive(),
    }),
    columns: z.strictObject({
      revenue: label,
      fees: label,
      refunds: label,
      shared: label,
      builder: label,
      lab: label,
    }),
  }),
  next: z.string().max(90),
  join: z.literal('Join Us'),
});
