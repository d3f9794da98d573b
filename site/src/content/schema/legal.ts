import { z } from 'zod';
import { sample } from './sample.ts';

/** The fields above the text of a legal page. */
export const legalShape = z.strictObject({
  title: z.string().min(3).max(40),
  description: z.string().min(50).max(160),
  sample,
});

/** The legal pages in the order of the footer's links. Each is a Markdown file and an address. */
export const legalPages = ['privacy', 'imprint', 'agreement'] as const;
