import { z } from 'zod';
import { caseStudyShape } from './case-study.ts';
import { confirmEmailShape } from './confirm-email.ts';
import { joinFormShape } from './join-form.ts';
import { landingShape } from './landing.ts';
import { agreementShape } from './agreement.ts';
import { myApplicationShape } from './my-application.ts';
import { offerShape } from './offer.ts';
import { sample } from './sample.ts';

const profile = z.url().regex(/^https:\/\/www\.linkedin\.com\/in\/.+/);

/** The organization of the site. Other files name its fields in braces (read/read-content.ts). */
const brandShape = z.strictObject({
  name: z.string().min(1).max(24),
  slogan: z.string().min(1).max(60),
  email: z.strictObject({
    contact: z.email(),
    onboarding: z.email(),
    investors: z.email(),
    privacy: z.email(),
    security: z.email(),
  }),
  ceoProfile: profile,
  cooProfile: profile,
  disclaimer: z.string().regex(/not an offer of securities/),
});

const link = z.strictObject({ label: z.string().min(1).max(20), href: z.string().regex(/^(\/|#)/) });

/** The header with five anchors, the case study and three dialogs (contract P2.2), and the footer's legal pages. */
const navigationShape = z.strictObject({
  menu: z.string(),
  /** The menu button's label while the menu is open. */
  close: z.string(),
  links: z.array(link).length(6),
  join: z.literal('Join Us'),
  login: z.literal('Admin Login'),
  deck: z.literal('Request Investor Deck'),
  waysOn: z.strictObject({ title: z.string(), links: z.array(link.extend({ text: z.string() })).min(1) }),
  legal: z.strictObject({ links: z.array(link).length(3), sample: z.string() }),
});

/** A title that search results show whole, and a description that fits under it. */
const page = z.strictObject({
  title: z.string().min(8).max(60),
  description: z.string().min(50).max(160),
});

/** Title and description of each page (contract P2.1). */
const pagesShape = z.strictObject({
  landing: page,
  caseStudy: page,
  confirmEmail: page,
  myApplication: page,
  admin: page,
  notFound: page,
  joinAnswer: page,
  confirmAnswer: page,
  opening: page,
  openingAnswer: page,
  nextStepAnswer: page,
});

const entry = z.strictObject({
  question: z.string().min(8).max(60),
  answer: z.string().min(8).max(220),
  link: z.strictObject({ label: z.string().max(40), href: z.string().regex(/^(https:|\/)/) }).optional(),
  sample,
});

const group = z.strictObject({ title: z.string().max(32), entries: z.array(entry).min(4) });

/** Questions of builders and investors, with the constants of contract P1.1, P1.2 and P1.4. */
const questionsShape = z.strictObject({
  builders: group,
  investors: group,
});

const message = z.strictObject({
  text: z.string().min(1).max(60),
  href: z.string().regex(/^[/#]/),
});

/** 6 messages, 4000 ms each, a 150 ms fade (contract P3.6). 60 characters fit two lines on a small phone. */
const announcementsShape = z.strictObject({
  intervalMs: z.literal(4000),
  fadeMs: z.literal(150),
  /** The message while applications are closed. */
  closed: message,
  messages: z.array(message).length(6),
});

/** The not-found page (contract P2.11). */
const notFoundShape = z.strictObject({
  code: z.literal('404'),
  message: z.literal('Oops! Page not found'),
  home: z.string(),
});

const months = z.number().int().min(1).max(120);

/** Within how many days the lab answers, and how long an application is kept, by how it ended. */
const termsShape = z.strictObject({
  sample,
  answerDays: z.number().int().min(1).max(365),
  months: z
    .strictObject({
      unconfirmed: months,
      declined: months,
      withdrawn: months,
      accepted: months,
      reapply: months,
    })
    .refine(({ reapply, declined }) => reapply < declined, {
      message: 'reapply must be shorter than declined',
    }),
});

export type Terms = z.infer<typeof termsShape>;

/** The files of text in src/content, each with what it must hold. */
export const contentFiles = {
  brand: { file: 'brand.yaml', shape: brandShape },
  landing: { file: 'landing.yaml', shape: landingShape },
  questions: { file: 'questions.yaml', shape: questionsShape },
  caseStudy: { file: 'case-study.yaml', shape: caseStudyShape },
  announcements: { file: 'announcements.yaml', shape: announcementsShape },
  navigation: { file: 'navigation.yaml', shape: navigationShape },
  pages: { file: 'pages.yaml', shape: pagesShape },
  joinForm: { file: 'join-form.yaml', shape: joinFormShape },
  confirmEmail: { file: 'confirm-email.yaml', shape: confirmEmailShape },
  myApplication: { file: 'my-application.yaml', shape: myApplicationShape },
  offer: { file: 'offer.yaml', shape: offerShape },
  agreement: { file: 'agreement.yaml', shape: agreementShape },
  terms: { file: 'terms.yaml', shape: termsShape },
  notFound: { file: 'not-found.yaml', shape: notFoundShape },
} as const;

/** The fields above the text of a legal page. */
export const legalShape = z.strictObject({
  title: z.string().min(3).max(40),
  description: z.string().min(50).max(160),
  sample,
});

/** The legal pages in the order of the footer's links. Each is a Markdown file and an address. */
export const legalPages = ['privacy', 'imprint'] as const;

export type ContentName = keyof typeof contentFiles;
