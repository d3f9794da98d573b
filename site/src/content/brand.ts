import { z } from 'zod';

const profile = z.url().regex(/^https:\/\/www\.linkedin\.com\/in\/.+/);

const brandShape = z.object({
  name: z.string().min(1).max(24),
  slogan: z.string().min(1).max(60),
  email: z.object({ contact: z.email(), onboarding: z.email() }),
  address: z.array(z.string().min(1)).min(2),
  ceoProfile: profile,
  cooProfile: profile,
  disclaimer: z.string().regex(/not an offer of securities/),
});

/**
 * Who the site speaks for. Everything with "sample" or "example" in it is a placeholder to replace before going live;
 * `npm run check:launch` lists what is left.
 */
export const brand = brandShape.parse({
  name: 'Solostead',
  slogan: 'A software innovation lab for solo builders',
  email: { contact: 'hello@solostead.example', onboarding: 'onboarding@solostead.example' },
  address: ['Solostead', 'Sample Street 1', '00000 Sample City', 'Exampleland'],
  ceoProfile: 'https://www.linkedin.com/in/sample-ceo',
  cooProfile: 'https://www.linkedin.com/in/sample-coo',
  disclaimer:
    'This website is not an offer of securities or a solicitation of an offer to buy them. It describes how the lab ' +
    'works; its targets are plans, not promises of results.',
});
