import { mailedLink } from './mailed-link.ts';
import { errorBoundary } from '../error-boundary.ts';
import { passkeyProblems, secondFactor } from './second-factor.ts';

/** The login dialog, with the words of contract P4.5, P5.9 and P8.7. */
export const login = {
  title: 'Admin Login',
  lead: 'For the people who run the lab.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  close: 'Close',
  scriptLost: { text: errorBoundary.lost, again: errorBoundary.again },
  already: { lead: 'You are signed in as {email}.', way: 'Go to the dashboard' },
  later: secondFactor.later,
  secondFactor,
  forgot: {
    link: 'Forgot your password?',
    lead: 'We send you a link to set a new password.',
    submit: 'Send link',
    back: 'Back to sign in',
    sent: 'If this address has an account, a mail is on its way to {email}. Follow its link, or enter its code here.',
    code: 'Six-digit code',
    codeSubmit: 'Continue',
    codeNeeded: 'Please enter the six digits from the mail.',
    codeWrong: 'This is not the code, or it is no longer good.',
    other: 'Another address',
  },
  offline: 'No connection. Nothing was sent.',
  /** Shown if the browser cannot keep the session as usual. */
  storage: {
    tab: 'This browser has no room left for this site: you will be signed in in this tab alone.',
    page: 'This browser keeps nothing for this site. Allow it cookies and site data, load the page again, and sign in.',
  },
  /** Shown only where the backend offers other sign-in methods. */
  signInMethods: {
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
    notSent: 'Please try again.',
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
    success: { title: 'Welcome', text: 'Signed in successfully.', isBrief: true },
    notKept: {
      title: 'Not signed in',
      text: 'This browser keeps nothing for this site. Allow it cookies and site data, and load the page again.',
      tone: 'danger',
    },
  },
} as const;

/** The admin area, with the words of contract P2.10, P6.1 and P6.2. */
export const admin = {
  title: 'Admin Dashboard',
  loading: 'Checking your permissions…',
  scriptLost: { text: errorBoundary.lost, again: errorBoundary.again },
  needsScript: 'The admin area needs JavaScript.',
  places: {
    label: 'Dashboard and account',
    start: 'Dashboard',
    menu: 'Account menu',
    account: 'Your account',
  },
  site: 'Go to site',
  signOut: 'Sign out',
  welcome: 'Welcome to the admin area.',
  mailedLink,
  /** The person who must show the second factor. */
  proofOf: 'Signing in as {email}.',
  /** The result of a link or a sign-in elsewhere, by its error code. */
  linkFailures: {
    otp_expired: 'Email link is invalid or has expired.',
    user_banned: 'This account is closed.',
    signup_disabled: 'Signups not allowed: no account here has that address.',
    user_not_found: 'No account here has that address.',
    provider_email_needs_verification: 'The address of that account is not confirmed yet.',
    email_address_not_provided: 'That account has no address.',
    identity_already_exists: 'That account is connected here already.',
    access_denied: 'It was cancelled or refused.',
    flow_state_expired: 'It took too long.',
    flow_state_not_found: 'It took too long, or was used already.',
    flow_state_already_used: 'It was used already.',
    bad_oauth_state: 'It took too long.',
    pkce_code_verifier_not_found: 'It was not begun in this browser.',
    over_request_rate_limit: 'There were too many tries.',
  },
  toasts: {
    denied: {
      title: 'Access denied',
      text: 'You do not have admin permissions.',
      tone: 'danger',
    },
    link: { title: 'This link does not work', text: 'Please ask for a new one.', tone: 'danger' },
    notSignedIn: { title: 'Login failed', text: 'Please try again.', tone: 'danger' },
    ended: { title: 'Signed out', text: 'Your session has ended. Please sign in again.' },
    elsewhere: { title: 'Signed out', text: 'You were signed out on another device. Please sign in again.' },
    draft: { title: 'Your text is still here', text: 'What you were writing is not saved yet.' },
    pageAlone: {
      title: 'Signed in in this page alone',
      text: 'This browser keeps nothing for this site: leaving or loading the page again signs you out.',
    },
    unverified: { title: 'Error', text: 'Unable to verify permissions.', tone: 'danger' },
  },
} as const;

export type LoginCopy = typeof login;
export type AdminCopy = typeof admin;
