import { confirmEmail } from './entries.ts';

const { error, messages, success } = confirmEmail;

/**
 * The pages that a browser without script gets after confirming, by the gateway's outcome (form-post.ts). They
 * contain the sentences of contract P8.5 and P8.6.
 */
export const confirmAnswers = {
  confirmed: { title: success.title, paragraphs: [success.text, success.next, success.promise] },
  missing: { title: error.title, paragraphs: [messages.missing] },
  refused: { title: error.title, paragraphs: [messages.refused, confirmEmail.withoutScript.refused] },
  failed: { title: error.title, paragraphs: [messages.failed] },
} as const;
