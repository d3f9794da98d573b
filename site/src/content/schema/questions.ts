import { z } from 'zod';
import { sample } from './sample.ts';

const entry = z.strictObject({
  question: z.string().min(8).max(60),
  answer: z.string().min(8).max(220),
  link: z.strictObject({ label: z.string().max(40), href: z.string().regex(/^(https:|\/)/) }).optional(),
  sample,
});

const group = z.strictObject({ title: z.string().max(32), entries: z.array(entry).min(4) });

/** Questions of builders and investors, with the constants of contract P1.1, P1.2 and P1.4. */
export const questionsShape = z.strictObject({
  /** The label of the fold with the questions after the first six. */
  all: z.string().max(32),
  builders: group,
  investors: group,
});
