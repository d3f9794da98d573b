import { expect, it } from 'vitest';
import { failedLink } from './failed-link.ts';

const LINK = 'This link does not work';

it.each([
  ['otp_expired', false, LINK, 'Email link is invalid or has expired. Please ask for a new one.'],
  ['access_denied', true, 'Login failed', 'It was cancelled or refused. Please try again.'],
  ['Call us on 555', false, LINK, 'Please ask for a new one.'],
  ['', true, 'Login failed', 'Please try again.'],
  ['constructor', false, LINK, 'Please ask for a new one.'],
  ['__proto__', false, LINK, 'Please ask for a new one.'],
])('a link that failed with "%s" shows only the lab’s own text', async (code, isSignIn, title, text) => {
  await expect(failedLink(code, isSignIn)).resolves.toMatchObject({ title, text });
});
