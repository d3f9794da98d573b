import { announcementsShape } from './announcements.ts';
import { brandShape } from './brand.ts';
import { caseStudyShape } from './case-study.ts';
import { confirmEmailShape } from './confirm-email.ts';
import { joinFormShape } from './join-form.ts';
import { landingShape } from './landing.ts';
import { myApplicationShape } from './my-application.ts';
import { navigationShape } from './navigation.ts';
import { notFoundShape } from './not-found.ts';
import { pagesShape } from './pages.ts';
import { questionsShape } from './questions.ts';
import { termsShape } from './terms.ts';

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

export type ContentName = keyof typeof contentFiles;
