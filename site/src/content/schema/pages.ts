import { z } from 'zod';

/** A title that search results show whole, and a description that fits under it. */
const page = z.strictObject({
  title: z.string().min(8).max(60),
  description: z.string().min(50).max(160),
});

/** Title and description of each page (contract P2.1). */
export const pagesShape = z.strictObject({
  landing: page,
  caseStudy: page,
  confirmEmail: page,
  myApplication: page,
  admin: page,
  notFound: page,
  joinAnswer: page,
  confirmAnswer: page,
  opening: page,
  openingAnswer: page,
  nextStepAnswer: page,
});
