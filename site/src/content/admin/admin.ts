import { errorBoundary } from '../error-boundary.ts';

/** The login dialog, with the words of contract P4.5, P5.9 and P8.7. */
export const login = {
  title: 'Admin Login',
  close: 'Close',
  scriptLost: { text: errorBoundary.lost, again: errorBoundary.again },
  toasts: {
    success: { title: 'Welcome', text: 'Signed in successfully.', isBrief: true },
    notKept: {
      title: 'Not signed in',
      text: 'This browser keeps nothing for this site. Allow it cookies and site data, and load the page again.',
      tone: 'danger',
    },
  },
} as const;

export type LoginCopy = typeof login;
