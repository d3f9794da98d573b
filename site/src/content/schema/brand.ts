import { z } from 'zod';

const profile = z.url().regex(/^https:\/\/www\.linkedin\.com\/in\/.+/);

/** The organization of the site. Other files name its fields in braces (read/read-content.ts). */
export const brandShape = z.strictObject({
  name: z.string().min(1).max(24),
  slogan: z.string().min(1).max(60),
  email: z.strictObject({
    contact: z.email(),
    onboarding: z.email(),
    investors: z.email(),
    privacy: z.email(),
    security: z.email(),
  }),
  ceoProfile: profile,
  cooProfile: profile,
  disclaimer: z.string().regex(/not an offer of securities/),
});
