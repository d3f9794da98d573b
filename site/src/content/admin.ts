import { brand } from './brand.ts';

/** The login dialog: specification sections 5 and 8, "Login". */
export const login = {
  title: 'Admin Login',
  lead: `For the people who run ${brand.name}.`,
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  close: 'Close',
  toasts: {
    missing: {
      title: 'Missing credentials',
      text: 'Please enter email and password.',
      tone: 'danger',
    },
    failed: { title: 'Login failed', text: 'Please check your credentials.', tone: 'danger' },
    success: { title: 'Welcome', text: 'Signed in successfully.' },
  },
} as const;

/** The admin area: specification sections 2 and 6. */
export const admin = {
  title: 'Admin Dashboard',
  loading: 'Checking your permissions…',
  needsScript: 'The admin area needs JavaScript.',
  site: 'Go to site',
  signOut: 'Sign out',
  welcome: `Welcome to the ${brand.name} admin area.`,
  toasts: {
    denied: {
      title: 'Access denied',
      text: 'You do not have admin permissions.',
      tone: 'danger',
    },
    unverified: { title: 'Error', text: 'Unable to verify permissions.', tone: 'danger' },
  },
} as const;

export type LoginCopy = typeof login;
export type AdminCopy = typeof admin;
