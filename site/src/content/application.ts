import type { Question } from '../../../supabase/functions/_shared/contract/questions.ts';
import { brand } from './brand/brand.ts';
import { errorBoundary } from './error-boundary.ts';
import { received } from './received.ts';

/** The screening questions; a new wording is a new version below. */
const questions: Readonly<Record<Question, string>> = {
  q1: 'I can program in any language, given a day to get used to it.',
  q2: 'I can deploy to a server environment I have never seen before.',
  q3: 'I have a pile of ideas that I want to build.',
  q4: 'I can spot the feature request with the best return on investment.',
  q5: 'I use AI to ship whole products alone.',
  q6: 'I can take a product through its full cycle, from architecture to support, in one week.',
  q7: 'I work with AI agents as co-pilots, every day.',
};

/**
 * The join dialog: labels, questions, and every message of contract P5.2, P5.3, P5.4, P5.5, P5.6,
 * P5.7, P8.1, P8.2, P8.3 and P8.4.
 */
export const application = {
  title: 'Join Us',
  received,
  lead: 'For experienced solo developers who build and ship whole products with AI workflows.',
  fields: {
    name: { label: 'Full name' },
    email: { label: 'Email', hint: 'We send a link to confirm it.' },
    linkedin: { label: 'LinkedIn profile', hint: 'For example https://www.linkedin.com/in/your-name' },
    sectors: {
      label: 'Sector(s) you want to build in',
      hint: 'For example logistics, dental practices, music',
    },
  },
  screening: {
    legend: 'Screening questions',
    /** The row of `question_sets` with this wording: change the one with the other (application.test.ts). */
    version: 1,
    note: 'All questions must be checked.',
    questions,
  },
  privacy: `${brand.name} uses what you send here to review your application and to write to you about it, and for nothing else.`,
  needsScript: `Sending the form needs JavaScript. You can also write to ${brand.email.onboarding}.`,
  scriptLost: { text: `${errorBoundary.lost} ${errorBoundary.kept}`, again: errorBoundary.again },
  honeypot: 'Leave this empty',
  submit: 'Submit application',
  submitting: 'Submitting...',
  close: 'Close',
  messages: {
    name: 'Please enter your full name',
    email: 'Please enter a valid email address',
    linkedinMissing: 'LinkedIn profile is required',
    linkedin: 'Please enter a valid LinkedIn profile URL',
    sectors: 'Please tell us the sector(s) you want to build in',
    question: 'Please check this screening question',
  },
  duplicate: {
    email: 'This email has already applied. If this was you, check your inbox for the confirmation link.',
    linkedin: 'This LinkedIn profile has already submitted an application.',
  },
  toasts: {
    sent: {
      title: 'Application submitted!',
      text: 'Thanks for applying — check your email for a confirmation message.',
    },
    savedWithoutMail: {
      title: 'Application submitted!',
      text: 'Your application was saved, but the confirmation email could not be sent.',
    },
    duplicate: {
      title: 'Already applied',
      text: `A record of this application already exists. If that surprises you, please contact ${brand.email.onboarding}.`,
      tone: 'danger',
    },
    failed: {
      title: 'Error',
      text: 'Failed to submit application. Please try again.',
      tone: 'danger',
    },
  },
} as const;

/** The confirm-email page, with the sentences of contract P8.5 and P8.6. */
export const confirmation = {
  title: 'Confirm your email',
  received,
  loading: 'Confirming your email…',
  scriptLost: { text: errorBoundary.lost, again: errorBoundary.again },
  needsScript: 'Confirming needs JavaScript: please switch it on, or open the link in another browser.',
  withoutScript: {
    text: 'One press confirms that this address is yours.',
    press: 'Confirm my email',
    refused: 'Please use the link in our latest email.',
  },
  success: {
    title: 'Email confirmed',
    text: `Your email has been confirmed successfully! Thank you for applying to ${brand.name}.`,
    next: "We'll review your application and get back to you soon.",
  },
  error: { title: 'Confirmation failed' },
  messages: {
    missing: 'Invalid confirmation link - missing application ID.',
    failed: 'Failed to confirm email. Please try again or contact support.',
    refused: 'Failed to confirm email.',
    unexpected: 'An unexpected error occurred. Please try again.',
  },
  again: 'Try again',
  home: 'Back to Home',
} as const;

export type ApplicationCopy = typeof application;
export type ConfirmationCopy = typeof confirmation;
