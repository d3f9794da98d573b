import { confirmEmail } from './entries.ts';

const { error, messages, success } = confirmEmail;

/**
 * What a browser without script reads after confirming, by the outcome the gateway found (form-post.ts): the
 * the sentences of contract P8.5 and P8.6, as pages.
 */
export const confirmAnswers = {
  confirmed: { title: success.title, paragraphs: [success.text, success.next, success.promise] },
  missing: { title: error.title, paragraphs: [messages.missing] },
  refused: { title: error.title, paragraphs: [messages.refused, confirmEmail.withoutScript.refused] },
  failed: { title: error.title, paragraphs: [messages.failed] },
} as const;
