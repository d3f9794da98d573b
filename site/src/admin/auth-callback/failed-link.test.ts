import { expect, it } from 'vitest';
import type { AdminCopy } from '../../content/admin/admin.ts';
import { failedLink } from './auth-callback.ts';

/** The words that it reads, of a page's. */
const copy = {
  toasts: {
    link: { title: 'This link is spent', text: 'Ask for another.' },
    notSignedIn: { title: 'Not signed in', text: 'Please try again.' },
  },
  linkFailures: { otp_expired: 'It has expired.', access_denied: 'It was cancelled.' },
} as unknown as AdminCopy;

it.each([
  ['otp_expired', false, 'This link is spent', 'It has expired. Ask for another.'],
  ['access_denied', true, 'Not signed in', 'It was cancelled. Please try again.'],
  ['Call us on 555', false, 'This link is spent', 'Ask for another.'],
  ['', true, 'Not signed in', 'Please try again.'],
  ['constructor', false, 'This link is spent', 'Ask for another.'],
  ['__proto__', false, 'This link is spent', 'Ask for another.'],
])('a link that failed with "%s" is worded by the lab alone', (code, isSignIn, title, text) => {
  expect(failedLink(code, isSignIn, copy)).toMatchObject({ title, text });
});
