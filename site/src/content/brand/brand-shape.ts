import { z } from 'zod';
import { brand } from './brand.ts';

const profile = z.url().regex(/^https:\/\/www\.linkedin\.com\/in\/.+/);

const brandShape = z.object({
  name: z.string().min(1).max(24),
  slogan: z.string().min(1).max(60),
  email: z.object({ contact: z.email(), onboarding: z.email(), security: z.email() }),
  address: z.array(z.string().min(1)).min(2),
  ceoProfile: profile,
  cooProfile: profile,
  disclaimer: z.string().regex(/not an offer of securities/),
});

/** Stops the build when the brand's data is not what its places need; read by the layout. */
brandShape.parse(brand);
