import { z } from 'zod';
import { sample } from './sample.ts';

const month = z.number().int().min(0).max(120);
const days = z.number().int().min(1).max(365);

/** The lab's offer, each figure in one place (contract P1.1, P1.2). */
export const offerShape = z.strictObject({
  builderPercent: z.literal(75),
  labPercent: z.literal(25),
  onboardingDays: z.literal(30),
  productDays: z.literal(90),
  facts: z
    .strictObject({
      sample,
      month,
      places: z.number().int().min(1).max(99),
      placesFrom: month,
      placesUntil: month,
      revenue: z.string().max(90),
      company: z.string().max(60),
      noticeDays: days,
      creditDollars: z.number().int().min(1),
    })
    .refine(({ placesFrom, placesUntil }) => placesFrom < placesUntil, {
      message: 'placesFrom must be before placesUntil',
    }),
});

export type Offer = z.infer<typeof offerShape>;
