import { FAILED, INVALID_EMAIL } from './received.ts';

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
  invalid: INVALID_EMAIL,
  failed: FAILED,
  /** The results for the address. */
  answers: {
    requested:
      'Check your inbox and open the link in our email. Then we’ll email you when applications open.',
    invalid: INVALID_EMAIL,
    open: 'Applications are open again: please send the form.',
  },
} as const;

export type ClosedCopy = typeof closed;
