import { brand } from './brand.ts';
import { part } from './part.ts';
import { passkeyProblems, secondFactor } from './second-factor.ts';

/** The login dialog: specification sections 5 and 8, "Login". */
export const login = {
  title: 'Admin Login',
  lead: `For the people who run ${brand.name}.`,
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  close: 'Close',
  unloaded: { text: part.lost, again: part.again },
  already: { lead: 'You are signed in as {email}.', way: 'Go to the dashboard' },
  later: secondFactor.later,
  secondFactor,
  forgot: {
    link: 'Forgot your password?',
    lead: 'We send you a link to set a new password.',
    submit: 'Send link',
    back: 'Back to sign in',
  },
  /** Shown only where the backend offers other ways. */
  ways: {
    title: 'Or sign in with',
    passkey: 'A passkey',
    passkeyProblems,
    company: 'Your company',
    companyEmail: 'Your email at the company',
    companySubmit: 'Continue',
    names: {
      google: 'Google',
      github: 'GitHub',
      gitlab: 'GitLab',
      linkedin_oidc: 'LinkedIn',
      slack_oidc: 'Slack',
    },
  },
  toasts: {
    address: { title: 'No link sent', text: 'Please enter your email.', tone: 'danger' },
    mailed: {
      title: 'Check your email',
      text: 'If this address has an account, a link to set a new password is on its way.',
    },
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
  unloaded: { text: part.lost, again: part.again },
  needsScript: 'The admin area needs JavaScript.',
  places: { label: 'Dashboard and account', start: 'Dashboard', account: 'Your account' },
  site: 'Go to site',
  signOut: 'Sign out',
  welcome: `Welcome to the ${brand.name} admin area.`,
  toasts: {
    denied: {
      title: 'Access denied',
      text: 'You do not have admin permissions.',
      tone: 'danger',
    },
    link: { title: 'This link does not work', text: 'Please ask for a new one.', tone: 'danger' },
    notSignedIn: { title: 'Login failed', text: 'Please try again.', tone: 'danger' },
    ended: { title: 'Signed out', text: 'Your session has ended. Please sign in again.' },
    unverified: { title: 'Error', text: 'Unable to verify permissions.', tone: 'danger' },
  },
} as const;

export type LoginCopy = typeof login;
export type AdminCopy = typeof admin;
