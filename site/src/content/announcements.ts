import { z } from 'zod';

/** 6 messages, 4000 ms each, a 150 ms fade (contract P3.6). 60 characters fit two lines on a small phone. */
const announcementsShape = z.object({
  intervalMs: z.literal(4000),
  fadeMs: z.literal(150),
  messages: z.array(z.string().min(1).max(60)).length(6),
});

export const announcements = announcementsShape.parse({
  intervalMs: 4000,
  fadeMs: 150,
  messages: [
    'Applications are open. Builders keep 75%.',
    'One product live every 90 days. That is the whole cadence.',
    'Case study: a marketplace built by one person in 72 hours.',
    'Thirty days of onboarding, then you build.',
    'By month six: three developers, three live products.',
    'The seed round is closed. SAFE interest: ask the CEO.',
  ],
});
