import { expect, it } from 'vitest';
import { loginFailure } from './failure-toast.ts';

const refused = { ok: false, message: 'Invalid login credentials' } as const;

it.each([
  ['the server message', refused, 'Invalid login credentials'],
  [
    'a sentence of our own when it says nothing',
    { ...refused, message: null },
    'Please check your credentials.',
  ],
  [
    'when to try again',
    { ...refused, message: 'Request rate limit reached', wait: 300 },
    'Request rate limit reached. Please try again in 5 minutes.',
  ],
])('shows %s', (_, answer, text) => {
  expect(loginFailure(answer)).toMatchObject({ title: 'Login failed', text, tone: 'danger' });
});
