import { expect, it } from 'vitest';
import { admin } from '../../content/admin/admin.ts';
import { failedLink } from './failed-link.ts';

const { toasts, linkFailures } = admin;

it.each([
  ['otp_expired', false, `${linkFailures.otp_expired} ${toasts.link.text}`, toasts.link.title],
  [
    'access_denied',
    true,
    `${linkFailures.access_denied} ${toasts.notSignedIn.text}`,
    toasts.notSignedIn.title,
  ],
  ['Call us on 555', false, toasts.link.text, toasts.link.title],
  ['', true, toasts.notSignedIn.text, toasts.notSignedIn.title],
  ['constructor', false, toasts.link.text, toasts.link.title],
  ['__proto__', false, toasts.link.text, toasts.link.title],
])('a link that failed with "%s" is worded by the lab alone', (code, isSignIn, text, title) => {
  expect(failedLink(code, isSignIn, admin)).toMatchObject({ title, text });
});
