import { z } from 'zod';

/** 6 messages, 4000 ms each, a 150 ms fade (contract P3.6). 60 characters fit two lines on a small phone. */
export const announcementsShape = z.strictObject({
  intervalMs: z.literal(4000),
  fadeMs: z.literal(150),
  messages: z.array(z.string().min(1).max(60)).length(6),
});
