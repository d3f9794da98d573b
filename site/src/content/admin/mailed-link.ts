import { secondFactor } from './second-factor.ts';

/** The page that a link in a mail opens, and the fields for the code of the same mail. */
export const mailedLink = {
  kinds: {
    recovery: {
      title: 'Set a new password',
      lead: 'This link signs you in once, to choose a new password.',
      submit: 'Continue',
    },
    invite: {
      title: 'Your invitation',
      lead: 'Accept it to enter and to choose a password.',
      submit: 'Accept the invitation',
    },
    email: { title: 'Your sign-in link', lead: 'This link signs you in once.', submit: 'Sign in' },
    email_change: {
      title: 'A new email address',
      lead: 'Confirm that your account is to use another address.',
      submit: 'Confirm the change',
    },
  },
  submitting: 'One moment…',
  /** Of a link that opens nothing. */
  dead: {
    title: 'This link does not work',
    lead: 'It was used already, it is older than an hour, or a newer one was sent. “Forgot your password?” in the login sends another.',
    submit: 'Go to the login',
  },
  halfway: {
    title: 'One address is confirmed',
    lead: 'Please open the link in the mail to your other address too. Until then nothing changes.',
    submit: 'Continue',
  },
  asking: {
    other: {
      title: 'Change accounts?',
      lead: 'You are signed in here as {here}. The link is for another account: {who}.',
      go: 'Sign in as {who}',
      stay: 'Stay signed in as {here}',
    },
    same: {
      title: 'You are signed in already',
      lead: 'The link is for the same account, {who}. Going on signs you in anew.',
      go: 'Go on with the link',
      stay: 'Stay signed in as before',
    },
  },
  code: {
    way: 'Enter the code of the mail instead',
    email: 'Email',
    label: 'Six-digit code',
    needed: 'Please enter your email and the six digits from the mail.',
    wrong: 'This is not the code, or it is no longer good.',
    submit: 'Use this code',
  },
  later: secondFactor.later,
  offline: 'No connection. Nothing was sent.',
  toasts: {
    failed: { title: 'Not done', text: 'Please try again.', tone: 'danger' },
    entered: { title: 'Signed in', text: 'As {who}.' },
    changed: { title: 'Email address changed', text: 'Your account uses {who} from now on.' },
  },
} as const;

export type MailedLinkCopy = typeof mailedLink;
