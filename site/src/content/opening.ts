import { CONFIRMATION_PERIOD } from '@solostead/contract/lab';
import { closed } from './closed.ts';
import { FAILED } from './received.ts';

/**
 * The page behind the link in the message that confirms an address for the opening. The join form needs none of it, so it
 * has its own file.
 */
export const openingPage = {
  title: 'Email me when you open',
  loading: 'Confirming your email…',
  needsScript: 'Confirming needs JavaScript: please switch it on, or open the link in another browser.',
  withoutScript: { text: 'One press confirms that this address is yours.', press: 'Yes, email me' },
  again: 'Try again',
  home: 'Back to Home',
  outcomes: {
    confirmed: {
      title: 'We’ll email you',
      text: 'Your address is confirmed. We’ll email you once, when applications open, and then delete it.',
    },
    open: {
      title: 'Applications are open',
      text: 'There is nothing to wait for: you can apply now. Your address is deleted.',
    },
    unknown: {
      title: 'This link no longer works',
      text: `It was used before, or it is older than ${CONFIRMATION_PERIOD}. While applications are closed, the form takes your address again.`,
    },
    failed: { title: 'Not confirmed', text: FAILED },
    requested: { title: 'Almost done', text: closed.answers.requested },
    invalid: { title: 'Please check your address', text: `${closed.invalid}.` },
    later: {
      title: 'Try again later',
      text: 'Too many requests came from here in a short time. Please try again later.',
    },
  },
} as const;

export type OpeningCopy = typeof openingPage;
