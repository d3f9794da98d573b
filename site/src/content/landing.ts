import { z } from 'zod';
import { brand } from './brand/brand.ts';

const line = z.string().min(1).max(90);
const prose = z.string().min(1).max(420);
const figure = z.object({ value: z.string().max(8), label: line });

const landingShape = z.object({
  hero: z.object({
    headline: z.string().max(32),
    lead: prose,
    join: z.string(),
    figures: z.array(figure).length(3),
    /** Times its natural speed (contract P2.4). */
    filmSpeed: z.literal(0.3),
    pauseFilm: z.string(),
    playFilm: z.string(),
  }),
  rules: z.object({
    title: z.string().max(32),
    lead: prose,
    oldLabel: z.string(),
    newLabel: z.string(),
    rules: z.array(z.object({ old: line, new: line })).min(4),
  }),
  empower: z.object({
    title: z.string().max(32),
    quote: z.string().max(180),
    source: line,
    text: prose,
    caseStudy: z.string(),
  }),
  model: z.object({
    title: z.string().max(32),
    lead: prose,
    shares: z.array(figure.extend({ text: prose })).length(2),
    cadence: z.array(z.object({ day: z.string().max(12), text: line })).length(3),
    openPopUp: z.string(),
  }),
  solo: z.object({
    title: z.string().max(48),
    paragraphs: z.array(prose).min(3),
    figure: z.object({
      caption: prose,
      people: z.string(),
      channels: z.string(),
      description: prose,
      sizes: z.array(z.number().int().positive()).min(4),
    }),
  }),
  founders: z.object({
    title: z.string().max(32),
    lead: prose,
    people: z
      .array(z.object({ id: z.string(), short: z.string(), role: line, bio: prose, profile: z.url() }))
      .length(2),
    sample: z.string(),
    bio: z.string(),
    profile: z.string(),
  }),
  roadmap: z.object({
    title: z.string().max(32),
    lead: prose,
    chart: prose,
    axis: line,
    targets: z
      .array(
        z.object({ month: z.number().int(), developersInAll: z.number().int(), items: z.array(line).min(2) }),
      )
      .length(3),
    monthLabel: z.string(),
  }),
  investment: z.object({ title: z.string().max(32), status: line, text: prose, profile: line }),
  contact: z.object({
    title: z.string().max(32),
    lead: prose,
    addressLabel: z.string(),
    questionsTitle: z.string(),
    questions: z.array(z.object({ question: line, answer: prose })).min(4),
  }),
  deck: z.object({ title: z.string().max(48), paragraphs: z.array(prose).min(2), profile: line }),
});

/** Every word and number of the landing page; its figures are those of contract P1.1, P1.2, P1.3 and P1.4. */
export const landing = landingShape.parse({
  hero: {
    headline: 'The team is one person.',
    lead: `${brand.name} is a software lab for experienced developers who build with AI and ship whole products alone. You bring the judgement. We bring everything that used to need a company.`,
    join: 'Join Us',
    figures: [
      { value: '75%', label: 'of revenue and equity stays with the builder' },
      { value: '25%', label: 'is the lab’s stake, and all of it' },
      { value: '90 days', label: 'from one live product to the next, at most' },
    ],
    filmSpeed: 0.3,
    pauseFilm: 'Pause film',
    playFilm: 'Play film',
  },
  rules: {
    title: 'The New Rules',
    lead: 'Most of what a software company does is keep its people in agreement. Take that away and the rules change.',
    oldLabel: 'What everybody does',
    newLabel: 'What a solo builder does',
    rules: [
      { old: 'Raise money to hire a team', new: 'Ship first, hire nobody' },
      { old: 'Hand over from design to code to support', new: 'One head holds the whole product' },
      { old: 'Meet to agree on what to build', new: 'Read the requests, build the one that pays' },
      { old: 'Use AI to write the same code faster', new: 'Use agents as the team you never hired' },
      { old: 'Launch once a year, with an event', new: 'Launch every 90\u00a0days, with a link' },
      { old: 'Own a fraction of a percent', new: 'Own 75%' },
    ],
  },
  empower: {
    title: 'Empower Solo Developers',
    quote:
      'Give an experienced developer a free hand and a bench of agents, and the meeting is the only thing missing.',
    source: `From the ${brand.name} charter`,
    text: 'We tested it before we wrote it down: a marketplace for automation workflows, designed, built and put online by one person in 72 hours.',
    caseStudy: 'View Case Study',
  },
  model: {
    title: `The ${brand.name} Model`,
    lead: 'Two lines on one page. No ranks, no vesting puzzle, no clause that turns your share into somebody else’s.',
    shares: [
      {
        value: '75%',
        label: 'The builder’s',
        text: 'Revenue and equity of every product you ship here. You decide what it does, what it costs and what is next.',
      },
      {
        value: '25%',
        label: 'The lab’s',
        text: 'For it we carry the company, contracts and accounts, infrastructure and model credits, launch and first customers.',
      },
    ],
    cadence: [
      { day: 'Day 0', text: 'You are in. Accounts, agents and a first list of ideas.' },
      { day: 'Day 30', text: 'Onboarding ends: 30 days, then you build alone.' },
      { day: '90 days', text: 'At least one product live, and again in each 90 days after.' },
    ],
    openPopUp: 'Why one person is faster',
  },
  solo: {
    title: 'Why one person is faster',
    paragraphs: [
      'Every pair of people in a team is a channel: something to explain, to agree on and to keep true. People are added one by one; channels grow by n(n−1)/2. That is how communication slows development: five colleagues hold ten conversations, twelve hold sixty-six.',
      'A solo builder has none. The person who hears the complaint is the person who reads the code and the person who ships the fix, often within the hour. Nothing is lost on the way because there is no way.',
      'AI removed the last reason for the team. Agents add hands without adding opinions; one experienced developer directs them, reviews them and remains answerable for the whole.',
    ],
    figure: {
      people: 'people',
      channels: 'channels',
      caption: 'People are the dots, channels the lines.',
      description:
        'Five groups drawn as dots joined by lines: 1 person has 0 channels, 2 people 1, 5 people 10, 8 people 28, 12 people 66.',
      sizes: [1, 2, 5, 8, 12],
    },
  },
  founders: {
    title: 'Founders',
    lead: 'Two people who have been the whole team, and built the lab they would have wanted then.',
    people: [
      {
        id: 'ceo',
        short: 'CEO',
        role: 'Chief Executive Officer',
        bio: 'Runs the round, the partnerships and the first conversation with every builder. Writes the cheque for model credits and reads what it was spent on. SAFE interest goes through this desk and no other.',
        profile: brand.ceoProfile,
      },
      {
        id: 'coo',
        short: 'COO',
        role: 'Chief Operating Officer',
        bio: 'Runs the 30 days of onboarding and the 90-day cadence after it: infrastructure, contracts, accounts, launch. If something keeps a builder from building, it ends up here and stops.',
        profile: brand.cooProfile,
      },
    ],
    sample: 'Sample profile',
    bio: 'Bio',
    profile: 'LinkedIn profile',
  },
  roadmap: {
    title: 'Roadmap',
    lead: 'Three checkpoints, counted in people, products that are live and products that became companies.',
    chart: 'A stair of developers over 24 months: 3 at month 6, 9 at month 12, 21 at month 24.',
    axis: 'Developers at the lab',
    monthLabel: 'months',
    targets: [
      { month: 6, developersInAll: 3, items: ['3 developers', '3 live products'] },
      { month: 12, developersInAll: 9, items: ['+6 developers', '+18 products', 'about 2 spinouts'] },
      { month: 24, developersInAll: 21, items: ['+12 developers', '+30 products', 'about 6 spinouts'] },
    ],
  },
  investment: {
    title: 'Investment',
    status: 'The seed round is closed.',
    text: 'We are not raising. If you would like to talk about a SAFE, the conversation goes through the CEO, in person and not through a form.',
    profile: 'Write to the CEO on LinkedIn',
  },
  contact: {
    title: 'Contact',
    lead: 'If you can do it alone, do it here.',
    addressLabel: 'Post',
    questionsTitle: 'Asked before applying',
    questions: [
      {
        question: 'What does the lab take?',
        answer: 'A 25% stake in what you build here. You keep 75% of revenue and equity.',
      },
      {
        question: 'How fast do I have to ship?',
        answer: 'At least one product every 90 days, after 30 days of onboarding.',
      },
      {
        question: 'Who is it for?',
        answer:
          'Experienced developers who use AI to build, deploy and support whole products alone, in whatever language the product needs.',
      },
      {
        question: 'What happens after I apply?',
        answer:
          'You get an email with a link. Once you have confirmed your address, the lab reviews your application and gets back to you.',
      },
      {
        question: 'Can I invest?',
        answer: 'The seed round is closed. SAFE interest goes through the CEO.',
      },
    ],
  },
  deck: {
    title: 'Request Investor Deck',
    paragraphs: [
      'The seed round is closed, so there is no deck to download.',
      'SAFE interest goes through the CEO. Write a line on who you are and what you would like to know; the answer comes from the same person.',
    ],
    profile: 'CEO’s LinkedIn profile',
  },
});
