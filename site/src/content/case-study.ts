import { z } from 'zod';

const paragraph = z.string().min(40).max(620);
const section = z.object({
  id: z.string(),
  title: z.string().max(24),
  paragraphs: z.array(paragraph).min(1),
});

/** Hours are counted from the start; `kind` is how the figure draws them. */
const stretch = z.object({
  from: z.number().min(0),
  to: z.number().max(72),
  kind: z.enum(['decide', 'build', 'ship', 'rest']),
  title: z.string().max(60),
  text: z.string().max(220),
});

const caseStudyShape = z.object({
  title: z.string().max(40),
  lead: z.string().max(260),
  sample: z.string(),
  home: z.literal('Back to Home'),
  contents: z.string(),
  facts: z.array(z.object({ value: z.string().max(8), label: z.string().max(40) })).length(3),
  overview: section,
  opportunity: section,
  timeline: section.extend({
    figure: z.object({ title: z.string(), description: z.string(), hour: z.string() }),
    kinds: z.record(z.enum(['decide', 'build', 'ship', 'rest']), z.string()),
    stretches: z.array(stretch).min(6),
  }),
  built: section.extend({
    figure: z.object({ title: z.string(), description: z.string() }),
    path: z.array(z.object({ name: z.string().max(18), note: z.string().max(40) })).min(4),
    parts: z.array(z.object({ name: z.string().max(40), text: z.string().max(260) })).min(4),
  }),
  stack: section.extend({
    columns: z.tuple([z.string(), z.string(), z.string()]),
    rows: z.array(z.tuple([z.string(), z.string(), z.string()])).min(5),
    figure: z.object({ title: z.string(), description: z.string() }),
    hours: z.array(z.object({ label: z.string().max(44), hours: z.number().positive() })).min(3),
    hoursLabel: z.string(),
  }),
  proof: section.extend({ quote: z.string().max(140), join: z.string() }),
});

/** The case study: its six sections (contract P2.9), with the figures they draw. */
export const caseStudy = caseStudyShape.parse({
  title: 'A marketplace in 72 hours',
  lead: 'One developer, three days, one product that takes payments: how a marketplace for automation workflows was built solo, hour by hour, and what it says about teams.',
  sample: 'Sample case study: replace its figures with your own before going live.',
  home: 'Back to Home',
  contents: 'In this case study',
  facts: [
    { value: '1', label: 'person, from the first note to support' },
    { value: '72', label: 'hours from an empty folder to online' },
    { value: '0', label: 'meetings, tickets and handovers' },
  ],
  overview: {
    id: 'overview',
    title: 'Overview',
    paragraphs: [
      'The product is a marketplace where people who automate their own work sell what they have automated: a workflow that files supplier invoices, one that answers the same five support questions, one that turns a call into a quote. A buyer picks a workflow, connects their own accounts and has it running in minutes. A seller uploads it once, sets a price and is paid for every copy.',
      'It was designed, built, put online and supported by one experienced developer in 72 hours, with a bench of AI agents and no one to ask. This page is the log of those three days: what was decided, what was built, what was left out, and where the hours went.',
    ],
  },
  opportunity: {
    id: 'opportunity',
    title: 'Opportunity',
    paragraphs: [
      'Automation tools have made it easy to build a workflow and left it hard to trust one. The good ones live in private accounts; the public ones are screenshots in a forum, out of date the day they are posted. Whoever needs one builds it again, for the tenth time, in an afternoon they did not have.',
      'Twelve conversations with people who run such tools for a living gave the same two sentences. Sellers: “I would publish mine if somebody else dealt with the money and the questions.” Buyers: “I would pay if I knew that it runs.” Neither sentence asks for a better editor. Both ask for a shop in which everything on the shelf has been switched on before.',
      'That is a narrow product with a clear test, and exactly what a team tends to widen until it no longer fits a quarter. Alone, it fits three days.',
    ],
  },
  timeline: {
    id: 'timeline',
    title: 'Timeline',
    paragraphs: [
      'The clock ran for 72 hours, nights included. Fourteen of them were sleep, on purpose: tired people approve what agents write.',
    ],
    figure: {
      title: 'Seventy-two hours, to scale',
      description:
        'A bar of 72 hours: deciding from hour 0 to 6, building to 26, rest to 34, building to 54, rest to 60, shipping to 72.',
      hour: 'h',
    },
    kinds: { decide: 'Deciding', build: 'Building', ship: 'Shipping', rest: 'Rest' },
    stretches: [
      {
        from: 0,
        to: 6,
        kind: 'decide',
        title: 'One page',
        text: 'Twelve conversations become one page: who buys, who sells, the five screens, the one promise. Everything else goes on a list called “not now”.',
      },
      {
        from: 6,
        to: 14,
        kind: 'build',
        title: 'Tables and permissions first',
        text: 'Accounts, listings, versions, purchases, payouts. Who may read what is decided in the database, so that no screen can get it wrong.',
      },
      {
        from: 14,
        to: 26,
        kind: 'build',
        title: 'The shelf',
        text: 'Listing pages, search, upload and versions. Agents draft the screens in parallel; each draft is read, run and either kept or thrown away whole.',
      },
      {
        from: 26,
        to: 34,
        kind: 'rest',
        title: 'Sleep',
        text: 'Eight hours. The agents run the test suite against last night’s build and leave a list of what broke.',
      },
      {
        from: 34,
        to: 46,
        kind: 'build',
        title: 'Money',
        text: 'Checkout, licences, payouts, refunds. Written by hand more than anything else here, and tested with every card the provider offers for failing.',
      },
      {
        from: 46,
        to: 54,
        kind: 'build',
        title: 'The promise',
        text: 'Every uploaded workflow is switched on in a sealed runner on trial data before it is listed. What does not run is not for sale.',
      },
      {
        from: 54,
        to: 60,
        kind: 'rest',
        title: 'Sleep again',
        text: 'Six hours, because the next stretch is the one in which strangers arrive.',
      },
      {
        from: 60,
        to: 68,
        kind: 'ship',
        title: 'Forty listings',
        text: 'The first sellers are onboarded by hand, one call each. The questions they ask become the help pages, the same hour.',
      },
      {
        from: 68,
        to: 72,
        kind: 'ship',
        title: 'Open',
        text: 'The domain is switched on. The first sale comes from a person who was among the twelve.',
      },
    ],
  },
  built: {
    id: 'what-was-built',
    title: 'What Was Built',
    paragraphs: [
      'Five screens, one runner and a support inbox. The path of a workflow through the product is short enough to draw on one line, and that line was the whole specification.',
    ],
    figure: {
      title: 'The path of a workflow',
      description:
        'Five stations on one line: upload, trial run, shelf, checkout, running at the buyer. A workflow that fails its trial run goes back to its seller.',
    },
    path: [
      { name: 'Upload', note: 'by its seller, once' },
      { name: 'Trial run', note: 'sealed, on trial data' },
      { name: 'Shelf', note: 'searchable, versioned' },
      { name: 'Checkout', note: 'licence and payout' },
      { name: 'Running', note: 'in the buyer’s accounts' },
    ],
    parts: [
      {
        name: 'A shelf that only holds what runs',
        text: 'Each version of each workflow is switched on before buyers see it, and again whenever a service it talks to changes.',
      },
      {
        name: 'Licences instead of downloads',
        text: 'A buyer gets a running copy and its updates, a seller is paid for each copy, and nobody mails files around.',
      },
      {
        name: 'Payouts without a spreadsheet',
        text: 'Every sale is split at the moment of payment. There is no monthly settlement because there is nothing left to settle.',
      },
      {
        name: 'Support that writes the manual',
        text: 'An agent drafts the answer to each question from the code itself; the developer edits and sends it, and the answer becomes a help page.',
      },
    ],
  },
  stack: {
    id: 'ai-powered-stack',
    title: 'AI-Powered Stack',
    paragraphs: [
      'Nothing in it is exotic. What is new is the third column: for each layer there used to be somebody to hire, to brief and to wait for.',
      'The agents wrote most of the lines. They did not decide any of them. Of 58 waking hours, the largest share went into saying precisely what was wanted and into reading what came back.',
    ],
    columns: ['Layer', 'What ran it', 'Whom it would have taken'],
    rows: [
      ['Data and permissions', 'PostgreSQL with row-level security', 'A backend developer'],
      ['Screens', 'Static pages, one small script per form', 'A designer and a front-end developer'],
      ['Trial runs', 'Containers, sealed and thrown away', 'A platform engineer'],
      ['Money', 'A payment provider with connected accounts', 'A finance lead'],
      ['Tests and review', 'Agents against every change, overnight', 'A quality engineer'],
      ['Support', 'An agent that drafts, a developer who sends', 'A support desk'],
    ],
    figure: {
      title: 'Where 58 waking hours went',
      description:
        'Bars: directing and reviewing agents 27 hours, deciding and specifying 11, testing and deploying 11, writing code by hand 9.',
    },
    hours: [
      { label: 'Directing and reviewing agents', hours: 27 },
      { label: 'Deciding and specifying', hours: 11 },
      { label: 'Testing and deploying', hours: 11 },
      { label: 'Writing code by hand', hours: 9 },
    ],
    hoursLabel: 'hours',
  },
  proof: {
    id: 'what-it-proves',
    title: 'What It Proves',
    paragraphs: [
      'It does not prove that everything can be built in three days. It proves that the three days were always in there. The rest of the usual schedule is agreement: explaining the page to six people, waiting for the two who are away, merging what they understood.',
      'It also proves where the skill went. The hours that mattered were spent on what to leave out, on what to read twice and on when to sleep. None of that comes from a model, and all of it comes from having done this before. That is why the lab looks for experienced developers, and why it leaves them alone.',
    ],
    quote: 'The three days were always in there. The rest of the schedule was agreement.',
    join: 'Apply to join',
  },
});
