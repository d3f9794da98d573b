import { applicationQuestions, type Question } from '@solostead/contract/questions';
import { closed } from './closed.ts';
import { received } from './received.ts';
import type { JoinFormText } from './schema/join-form.ts';

/** The screening questions. A new wording is a new version below. */
const questions: Readonly<Record<Question, string>> = {
  q1: 'I can program in any language, given a day to get used to it.',
  q2: 'I can deploy to a server environment I have never seen before.',
  q3: 'I have a pile of ideas that I want to build.',
  q4: 'I can spot the feature request with the best return on investment.',
  q5: 'I use AI to ship whole products alone.',
  q6: 'I can take a product through its full cycle, from architecture to support, in one week.',
  q7: 'I work with AI agents as co-pilots, every day.',
};

/** The wording that an application is stored with. */
export const screening = {
  /** The row of `question_sets` with this wording. Change both together (application.test.ts). */
  version: 1,
  questions,
} as const;

const questionNames = Object.fromEntries(
  applicationQuestions.map((question, place) => [question, `question ${place + 1}`]),
) as Record<Question, string>;

/** The words of the sentence about missing fields. */
const remaining = {
  names: {
    name: 'full name',
    email: 'email',
    linkedin: 'LinkedIn profile',
    sectors: 'sectors',
    ...questionNames,
  },
  left: (count: number, total: number) => `${count} of ${total} left`,
  more: (count: number) => `and ${count} more`,
} as const;

/** The errors of the fields. */
const messages = {
  name: 'Please enter your full name',
  email: 'Please enter a valid email address',
  linkedinMissing: 'LinkedIn profile is required',
  linkedin: 'Please enter a valid LinkedIn profile URL',
  sectors: 'Please tell us the sector(s) you want to build in',
  question: 'Please check this screening question',
} as const;

/**
 * The data that the page passes to the join form, join-form.yaml and the lab's address for mail about applications.
 */
export interface JoinFormData {
  readonly text: JoinFormText;
  readonly onboarding: string;
}

/**
 * The words of the join dialog, from join-form.yaml, with the questions and every message of contract P5.2, P5.3,
 * P5.4, P5.5, P5.6, P5.7, P8.1, P8.2, P8.3 and P8.4.
 */
export const applicationCopy = ({ text, onboarding }: JoinFormData) =>
  ({
    ...text,
    received,
    closed,
    screening: { ...text.screening, ...screening },
    left: remaining,
    honeypot: 'Leave this empty',
    submitting: 'Submitting...',
    /** While the script is on its way, and while there is no connection. */
    waiting: 'The form is still loading. You can already fill it in.',
    offline: 'You are offline. What you typed is kept here.',
    messages,
    profileHelp: {
      where: 'Open your profile → Contact info → copy the address.',
      own: '“/in/me” opens everyone’s own profile. Open yours → Contact info → copy the address.',
    },
    /** Shown below a text that is refused for its length. */
    tooLong: 'At most {most} characters',
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
        text: `A record of this application already exists. If that surprises you, please contact ${onboarding}.`,
        tone: 'danger',
      },
      failed: {
        title: 'Error',
        text: 'Failed to submit application. Please try again.',
        tone: 'danger',
      },
    },
  }) as const;

export type ApplicationCopy = ReturnType<typeof applicationCopy>;
