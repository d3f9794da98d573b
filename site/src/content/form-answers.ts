import { z } from 'zod';
import { applicationCopy } from './application.ts';
import { brand, joinForm } from './entries.ts';

const application = applicationCopy({ text: joinForm, onboarding: brand.email.onboarding });
const { messages, toasts } = application;

const answerShape = z.object({
  title: z.string().max(40),
  paragraphs: z.array(z.string().min(10)).min(1),
  again: z.boolean(),
});

/**
 * The pages that a browser without script gets after sending the form, by the gateway's outcome (form-post.ts). They
 * contain the sentences of contract P8.1, P8.2, P8.3 and P8.4.
 */
export const formAnswers = z
  .record(z.enum(['sent', 'saved', 'duplicate', 'incomplete', 'closed', 'later', 'failed']), answerShape)
  .parse({
    sent: { title: toasts.sent.title, paragraphs: [toasts.sent.text], again: false },
    saved: { title: toasts.savedWithoutMail.title, paragraphs: [toasts.savedWithoutMail.text], again: false },
    duplicate: {
      title: toasts.duplicate.title,
      paragraphs: [application.duplicate.email, application.duplicate.linkedin, toasts.duplicate.text],
      again: false,
    },
    incomplete: {
      title: 'Something is missing',
      paragraphs: [
        `${messages.name}.`,
        `${messages.email}.`,
        `${messages.linkedin}.`,
        `${messages.sectors}.`,
        application.screening.note,
      ],
      again: true,
    },
    closed: {
      title: application.closed.title,
      paragraphs: ['Nothing was sent. The form tells you when applications are open again.'],
      again: true,
    },
    later: {
      title: 'Not just now',
      paragraphs: ['Too many applications came from here in a short time. Please try again later.'],
      again: true,
    },
    failed: { title: toasts.failed.title, paragraphs: [toasts.failed.text], again: true },
  });

/** The way back to the input, which the browser keeps in the previous page. */
export const BACK_TO_FORM = 'Your browser’s Back button leads to the form as you left it.';
