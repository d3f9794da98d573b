/** The account page of the admin area, and the page for a new password. */
export const account = {
  title: 'Your account',
  password: {
    title: 'Password',
    lead: 'At least eight characters. Changing it keeps you signed in here.',
    first: {
      title: 'Set a new password',
      lead: 'Choose a password of at least eight characters. You are signed in with the link from your mail.',
    },
    label: 'New password',
    again: 'New password, once more',
    codeLabel: 'Code from the mail we sent you',
    codeLead: 'Because you signed in a while ago, we sent you a mail with a code. Please enter it here.',
    submit: 'Save password',
    messages: {
      short: 'Please use at least 8 characters.',
      different: 'The two entries differ.',
      code: 'Please enter the code from the mail.',
    },
    toasts: {
      saved: { title: 'Password saved', text: 'Use it from the next sign-in on.' },
      failed: { title: 'Password not saved', text: 'Please try again.', tone: 'danger' },
    },
  },
  factor: {
    title: 'Authenticator app',
    none: 'None. With an app, a password alone no longer opens your account.',
    lead: 'Signing in asks for a code of one of these apps.',
    add: 'Add an app',
    scan: 'Scan this picture with your authenticator app, or enter the key by hand. Then enter the code that the app shows.',
    picture: 'QR code for your authenticator app',
    key: 'Key',
    name: 'Name of the app or device',
    code: 'Six-digit code',
    confirm: 'Add this app',
    cancel: 'Cancel',
    remove: 'Remove',
    removeQuestion: 'Really remove?',
    since: 'Added {date}',
    toasts: {
      added: { title: 'App added', text: 'Signing in asks for its code from now on.' },
      removed: { title: 'App removed' },
      failed: { title: 'Not done', text: 'Please try again.', tone: 'danger' },
    },
  },
  sessions: {
    title: 'Where you are signed in',
    lead: 'End a session that you do not know, then change your password.',
    here: 'This browser',
    lastUsed: 'Last used {date}',
    unknownDevice: 'Unknown device',
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    loading: 'Loading…',
    failed: 'Your sessions could not be loaded.',
    retry: 'Try again',
    toasts: {
      ended: { title: 'Signed out there' },
      endedOthers: { title: 'Signed out everywhere else' },
      failed: { title: 'Not done', text: 'Please try again.', tone: 'danger' },
    },
  },
} as const;

export type AccountCopy = typeof account;
