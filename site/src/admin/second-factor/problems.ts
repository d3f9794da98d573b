const NO_KEYS = 'This browser cannot use security keys here.';

/** Messages for a browser's errors with passkeys, by their names. */
export const passkeyProblems = {
  NotAllowedError: 'No passkey was used: it was cancelled, or it took too long.',
  InvalidStateError: 'This device already has a passkey for your account.',
  NotSupportedError: 'This browser cannot use passkeys here.',
  SecurityError: 'This browser cannot use passkeys here.',
};

/**
 * The same for a sign-in. Browsers do not say if a device has a passkey for a site. The server refuses one that was removed
 * from the account.
 */
export const passkeySignInProblems = {
  ...passkeyProblems,
  NotAllowedError:
    'No passkey was used: it was cancelled, it took too long, or this device has none for this site. You can sign in with your password.',
  webauthn_verification_failed:
    'No passkey for this site on this device. Sign in with your password and add one under Your account.',
};

/** Messages for a browser's errors with security keys, and for a challenge that has expired. */
export const keyProblems = {
  NotAllowedError: 'The key was not used: it was cancelled, it took too long, or this is another key.',
  InvalidStateError: 'This key is already on your account.',
  NotSupportedError: NO_KEYS,
  SecurityError: NO_KEYS,
  mfa_challenge_expired: 'This took too long. Please try once more.',
};
