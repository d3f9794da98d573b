import { z } from 'zod';
import { sample } from './sample.ts';

const label = z.string().min(1).max(60);
const dollars = z.number().int().positive();
const percent = z.number().int().min(0).max(50);

/** A range whose start and end browsers keep, because each is some steps after the least. */
export const range = z
  .strictObject({ label, least: dollars, start: dollars, most: dollars, step: dollars })
  .refine(({ least, start, most }) => least <= start && start <= most && least < most, {
    message: 'start must be between least and most',
  })
  .refine(({ least, start, most, step }) => (start - least) % step === 0 && (most - least) % step === 0, {
    message: 'start and most must be whole steps after least',
  });

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
    rows: z.array(dollars).length(3),
    range,
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
