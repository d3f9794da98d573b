/** The answer to every address that asks for its next step, whether it has applied or not. */
export const NEXT_STEP_ASKED =
  'Check your inbox. If this address has applied, we have emailed it the next step.';

export const INVALID_EMAIL = 'Please enter a valid email address';
export const FAILED = 'That did not work. Please try again.';

/** The dialog after an application was sent, and the ways to another confirmation mail. */
export const received = {
  title: 'Application submitted',
  /** The mail's destination, followed by the address. */
  mailed: 'We sent an email to',
  notMailed: 'Your application is saved, but the email with the link could not be sent yet. It is for',
  next: 'Open it and follow the link in it. That confirms your address, and then we read what you sent.',
  spam: 'Nothing there after a minute? Look in the spam folder, or send it again.',
  again: 'Send again',
  /** Shown during the minute between two mails. {seconds} is filled in. */
  wait: 'Send again in {seconds} s',
  wrong: 'Wrong address?',
  newEmail: 'The right email',
  correct: 'Correct it',
  correcting: 'Correcting…',
  done: 'Done',
  invalid: INVALID_EMAIL,
  /** The results of "Send again". */
  resent: {
    queued: 'Sent again. It can take a minute.',
    too_soon: 'You asked for an email less than a minute ago. Please wait a moment.',
    too_many: 'Five emails is the limit. Please write to us if none of them arrived.',
    confirmed: 'Your address is confirmed. Nothing more to do.',
    unknown: 'This application is no longer waiting for its confirmation. Please reload the page.',
  },
  /** The results of a corrected address. */
  corrected: {
    corrected:
      'Corrected. An email is on its way to the new address. The link in the earlier one no longer works.',
    duplicate: 'That address has already applied.',
    invalid: INVALID_EMAIL,
    too_many: 'Two corrections is the limit. Please write to us.',
    confirmed: 'Your address is confirmed and stays as it is.',
    unknown: 'This application is no longer waiting for its confirmation. Please reload the page.',
  },
  failed: FAILED,
  /** The next step by email, for people who have already applied, or whose link is invalid. */
  request: {
    offer: 'Email me the next step',
    label: 'Your email',
    hint: 'The one you applied with.',
    send: 'Email me the next step',
    sending: 'Sending…',
    invalid: INVALID_EMAIL,
    failed: FAILED,
    answers: {
      requested: NEXT_STEP_ASKED,
      invalid: INVALID_EMAIL,
    },
  },
} as const;

export type ReceivedCopy = typeof received;
