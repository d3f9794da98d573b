import { z } from 'zod';
import { brandShape } from './brand.ts';
import { caseStudyShape } from './case-study.ts';
import { confirmEmailShape } from './confirm-email.ts';
import { joinFormShape } from './join-form.ts';
import { landingShape } from './landing.ts';
import { myApplicationShape } from './my-application.ts';
import { navigationShape } from './navigation.ts';
import { pagesShape } from './pages.ts';
import { questionsShape } from './questions.ts';
import { sample } from './sample.ts';

const message = z.string().min(1).max(60);

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
export const legalPages = ['privacy', 'imprint', 'agreement'] as const;

export type ContentName = keyof typeof contentFiles;
