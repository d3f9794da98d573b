import { z } from 'zod';
import { sample } from './sample.ts';

const line = z.string().min(1).max(90);
const prose = z.string().min(1).max(420);
const figure = z.strictObject({ value: z.string().max(8), label: line });

/** One of the two executives (contract P2.6). */
const founder = z.strictObject({
  id: z.enum(['ceo', 'coo']),
  sample,
  name: line,
  short: z.string().max(8),
  role: line,
  bio: prose,
  profile: z.url(),
  shipped: z.array(z.strictObject({ name: line, text: line, href: z.url() })).length(2),
});

/** The landing page, section by section, with the figures of contract P1.1, P1.2, P1.3 and P1.4. */
export const landingShape = z.strictObject({
  hero: z.strictObject({
    headline: z.string().max(32),
    lead: prose,
    join: z.string(),
    agreement: line,
    /** The effort of applying in checks and minutes, and the days until an answer. */
    effort: z.string().max(60),
    /** The labels of the figure's two numbers, people and channels between them, and of its range. */
    thread: z.strictObject({ people: z.string().max(32), channels: z.string().max(32), hint: line }),
    /** The speed is times the natural one (contract P2.4). */
    film: z.strictObject({ speed: z.literal(0.3), pause: z.string(), play: z.string() }),
  }),
  rules: z.strictObject({
    title: z.string().max(32),
    lead: prose,
    oldLabel: z.string(),
    newLabel: z.string(),
    rules: z.array(z.strictObject({ old: line, new: line })).min(4),
  }),
  empower: z.strictObject({
    title: z.string().max(32),
    quote: z.string().max(180),
    source: line,
    text: prose,
    caseStudy: z.string(),
    /** A description of the product's picture. */
    picture: prose,
  }),
  model: z.strictObject({
    title: z.string().max(32),
    lead: prose,
    /** Says where the link to the agreement leads. */
    agreement: line,
    shares: z.array(figure.extend({ text: prose })).length(2),
    cadence: z.array(z.strictObject({ day: z.string().max(12), text: line })).length(3),
    openPopUp: z.string(),
  }),
  solo: z.strictObject({
    title: z.string().max(48),
    paragraphs: z.array(prose).min(3),
    figure: z.strictObject({
      caption: prose,
      people: z.string(),
      channels: z.string(),
      description: prose,
      sizes: z.array(z.number().int().positive()).min(4),
    }),
  }),
  founders: z.strictObject({
    title: z.string().max(32),
    lead: prose,
    people: z.array(founder).length(2),
    bio: line,
    profile: line,
    shipped: line,
  }),
  roadmap: z.strictObject({
    title: z.string().max(32),
    lead: prose,
    chart: prose,
    axis: line,
    targets: z
      .array(
        z.strictObject({
          month: z.number().int(),
          developersInAll: z.number().int(),
          items: z.array(line).min(2),
        }),
      )
      .length(3),
    monthLabel: z.string(),
  }),
  investment: z.strictObject({
    title: z.string().max(32),
    status: line,
    text: prose,
    profile: line,
    questions: line,
  }),
  contact: z.strictObject({
    title: z.string().max(32),
    lead: prose,
    addressLabel: z.string(),
  }),
  /** Shown in the footer while there is a sample. */
  samples: line,
  deck: z.strictObject({
    title: z.string().max(48),
    paragraphs: z.array(prose).min(2),
    profile: line,
    questions: line,
  }),
});
