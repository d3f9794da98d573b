import { z } from 'zod';
import { sample } from './sample.ts';

const paragraph = z.string().min(40).max(620);
const section = z.strictObject({
  id: z.string(),
  title: z.string().max(24),
  paragraphs: z.array(paragraph).min(1),
});

/** Hours count from the start. `kind` decides how the figure draws them. */
export const stretch = z
  .strictObject({
    from: z.number().min(0),
    to: z.number().max(72),
    kind: z.enum(['decide', 'build', 'ship', 'rest']),
    title: z.string().max(60),
    text: z.string().max(220),
    /** The work that existed at its end. */
    exists: z.string().max(90),
  })
  .refine(({ from, to }) => from < to, { message: 'from must be before to' });

/** The case study with its six sections (contract P2.9) and their figures. */
export const caseStudyShape = z.strictObject({
  title: z.string().max(40),
  lead: z.string().max(260),
  /** Shown in the footer while it is a sample. */
  samples: z.string(),
  sample,
  home: z.literal('Back to Home'),
  /** The author, the day of the opening (ISO) and the product's address. */
  byline: z.strictObject({
    by: z.string(),
    author: z.string(),
    date: z.iso.date(),
    product: z.string(),
    href: z.url(),
  }),
  /** The description replaces the picture for screen readers. */
  picture: z.strictObject({ title: z.string().max(90), description: z.string().max(220) }),
  contents: z.string(),
  facts: z.array(z.strictObject({ value: z.string().max(8), label: z.string().max(40) })).length(3),
  overview: section,
  opportunity: section,
  timeline: section.extend({
    /** `existed` has [hour] for the end of a stretch. */
    figure: z.strictObject({
      title: z.string(),
      description: z.string(),
      hour: z.string(),
      existed: z.string(),
    }),
    kinds: z.record(z.enum(['decide', 'build', 'ship', 'rest']), z.string()),
    stretches: z.array(stretch).min(6),
  }),
  built: section.extend({
    figure: z.strictObject({ title: z.string(), description: z.string() }),
    path: z.array(z.strictObject({ name: z.string().max(18), note: z.string().max(40) })).min(4),
    parts: z.array(z.strictObject({ name: z.string().max(40), text: z.string().max(260) })).min(4),
  }),
  stack: section.extend({
    columns: z.strictObject({
      layer: z.string(),
      tool: z.string(),
      cost: z.string(),
      wrong: z.string(),
    }),
    /** The label of the row with the sum. */
    all: z.string(),
    /** Costs are dollars. */
    rows: z
      .array(
        z.strictObject({
          layer: z.string().max(40),
          tool: z.string().max(90),
          cost: z.number().int().min(0),
          wrong: z.string().max(90),
        }),
      )
      .min(5),
    figure: z.strictObject({ title: z.string(), description: z.string() }),
    hours: z.array(z.strictObject({ label: z.string().max(44), hours: z.number().positive() })).min(3),
    hoursLabel: z.string(),
  }),
  proof: section.extend({
    quote: z.string().max(140),
    outcome: z.strictObject({
      title: z.string().max(24),
      figures: z.array(z.strictObject({ value: z.string().max(8), label: z.string().max(48) })).length(3),
    }),
    next: z.string().max(90),
    join: z.literal('Join Us'),
  }),
});
