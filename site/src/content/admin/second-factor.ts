const NO_KEYS = 'This browser cannot use security keys here.';

/** Messages for a browser's passkey errors, by their names. */
export const passkeyProblems = {
  NotAllowedError: 'No passkey was used: it was cancelled, or it took too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
  NotSupportedError: 'This browser cannot use passkeys here.',
  SecurityError: 'This browser cannot use passkeys here.',
} as const;

/** Of security keys, likewise. */
export const keyProblems = {
  NotAllowedError: 'The key was not used: it was cancelled, it took too long, or this is another key.',
  InvalidStateError: 'This key is already on your account.',
  NotSupportedError: NO_KEYS,
  SecurityError: NO_KEYS,
} as const;

/** The second factor's step after the password, in the login dialog, on /admin and in the review. */
export const secondFactor = {
  loading: 'One moment…',
  unread: 'What your account asks for could not be looked up.',
  retry: 'Try again',
  closed:
    'The second factor of your account is not taken here at the moment. Please ask whoever runs this site.',
  leave: 'Cancel',
  others: 'Or use',
  /** Shown without another method. */
  lost: 'Lost it? Whoever runs this site can remove it from your account.',
  submitting: 'Signing in…',
  later: 'Please try again in {time}.',
  app: {
    methodName: 'Authenticator app',
    lead: 'Your account has an authenticator app. Please enter the code it shows now.',
    label: 'Six-digit code',
    submit: 'Verify code',
    needed: 'Please enter the six digits that your app shows.',
    wrong: 'That is not the current code. Enter the six digits your app shows now.',
  },
  recovery: {
    methodName: 'Use a recovery code',
    lead: 'One of the codes that you kept when you added your second factor. Each is good once.',
    label: 'Recovery code',
    submit: 'Sign in with this code',
    needed: 'Please enter one of your recovery codes: 16 letters and digits.',
    wrong: 'That is not one of your unused recovery codes. Check it letter by letter, or enter another.',
  },
  key: {
    methodName: 'Security key',
    named: 'Security key “{name}”',
    lead: 'Your account has a security key. Have it at hand, then follow your browser.',
    leadNamed: 'Your account has the security key “{name}”. Have it at hand, then follow your browser.',
    submit: 'Use security key',
    waiting: 'Waiting for your key…',
  },
  phone: {
    methodName: 'Text message',
    named: 'Text message to …{end}',
    lead: 'We send a code to your phone, the number that ends in {end}.',
    send: 'Send code',
    sent: 'A code is on its way to the number that ends in {end}.',
    again: 'Send another code',
    label: 'Code from the message',
    submit: 'Verify code',
    needed: 'Please enter the code from the message.',
    wrong: 'That is not the code we sent last. Look at the latest message.',
  },
  /** Instead of what browser or server say, by their code for it. */
  problems: { ...keyProblems, mfa_challenge_expired: 'This took too long. Please try once more.' },
  toasts: {
    failed: { title: 'Login failed', text: 'There was no answer. Please try again.', tone: 'danger' },
    ended: { title: 'Signed out', text: 'This took too long. Please sign in again.', tone: 'danger' },
  },
} as const;

export type SecondFactorCopy = typeof secondFactor;
