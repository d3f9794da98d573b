import { z } from 'zod';

const message = z.string().min(1).max(60);

/** 6 messages, 4000 ms each, a 150 ms fade (contract P3.6). 60 characters fit two lines on a small phone. */
export const announcementsShape = z.strictObject({
  intervalMs: z.literal(4000),
  fadeMs: z.literal(150),
  closed: message,
  messages: z.array(message).length(6),
});
