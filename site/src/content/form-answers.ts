import type { ApplicationOutcome } from '@solostead/contract/outcome';
import { applicationCopy } from './application.ts';
import { brand, joinForm } from './entries.ts';
import { NEXT_STEP_ASKED } from './received.ts';

const application = applicationCopy({ text: joinForm, onboarding: brand.email.onboarding });
const { messages, toasts } = application;

/** The way back to the input, which the browser keeps in the previous page. */
const BACK_TO_FORM = 'Your browser’s Back button leads to the form as you left it.';

/**
 * The pages that a browser without script gets after sending the form, by the gateway's outcome (form-post.ts). They
 * contain the sentences of contract P8.1, P8.2, P8.3 and P8.4.
 */
export const formAnswers = {
  sent: { title: toasts.sent.title, paragraphs: [toasts.sent.text, joinForm.promise] },
  saved: { title: toasts.savedWithoutMail.title, paragraphs: [toasts.savedWithoutMail.text] },
  duplicate: {
    title: toasts.duplicate.title,
    paragraphs: [application.duplicate.email, application.duplicate.linkedin, toasts.duplicate.text],
  },
  incomplete: {
    title: 'Please check the form',
    paragraphs: [
      { field: 'name', text: `${messages.name}.` },
      { field: 'email', text: `${messages.email}.` },
      { field: 'linkedin', text: `${messages.linkedin}. ${application.profileHelp.where}` },
      { field: 'sectors', text: `${messages.sectors}.` },
      { field: 'questions', text: application.screening.note },
      BACK_TO_FORM,
    ],
  },
  closed: {
    title: application.closed.title,
    paragraphs: ['Nothing was sent. The form tells you when applications are open again.', BACK_TO_FORM],
  },
  later: {
    title: 'Try again later',
    paragraphs: [
      'Too many applications came from here in a short time. Please try again later.',
      BACK_TO_FORM,
    ],
  },
  'proof-needed': {
    title: 'This needs JavaScript',
    paragraphs: [
      'At the moment we accept applications only from browsers with JavaScript. Please switch it on and send the form again.',
      BACK_TO_FORM,
    ],
  },
  failed: { title: toasts.failed.title, paragraphs: [toasts.failed.text, BACK_TO_FORM] },
} satisfies Record<ApplicationOutcome, object>;

/** The pages that a browser without script gets after asking for the next step, by the gateway's outcome. */
export const nextStepAnswers = {
  requested: { title: 'Next step', paragraphs: [NEXT_STEP_ASKED] },
  invalid: { title: 'Next step', paragraphs: [`${messages.email}.`] },
  later: {
    title: 'Try again later',
    paragraphs: ['Too many requests came from here in a short time. Please try again later.'],
  },
  failed: { title: 'Next step', paragraphs: [application.received.failed] },
};
