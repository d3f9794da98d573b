import { CONFIRMATION_PERIOD } from '@solostead/contract/lab';

/** The join dialog's words while applications are closed, and the answers about an address for the opening. */
export const closed = {
  title: 'Applications are closed',
  /** {day} is filled in. */
  until: 'They open again on {day}.',
  forGood: 'We are not taking applications at the moment, and the next opening has no date yet.',
  saved: 'What you typed is still here and stays in this tab.',
  ask: 'Leave your email address and we’ll email you once, when applications open. Then we delete it.',
  label: 'Your email',
  send: 'Email me when they open',
  sending: 'Sending…',
  invalid: 'Please enter a valid email address',
  failed: 'That did not work. Please try again.',
  /** The results for the address. */
  answers: {
    requested:
      'Check your inbox and open the link in our email. Then we’ll email you when applications open.',
    invalid: 'Please enter a valid email address',
    open: 'Applications are open again: please send the form.',
  },
} as const;

export type ClosedCopy = typeof closed;

/** The page behind the link in the message that confirms such an address. */
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
    failed: { title: 'Not confirmed', text: 'That did not work. Please try again.' },
    requested: { title: 'Almost done', text: closed.answers.requested },
    invalid: { title: 'Please check your address', text: `${closed.invalid}.` },
    later: {
      title: 'Try again later',
      text: 'Too many requests came from here in a short time. Please try again later.',
    },
  },
} as const;

export type OpeningCopy = typeof openingPage;
