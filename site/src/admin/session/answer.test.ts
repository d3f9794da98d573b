import { describe, expect, it } from 'vitest';
import { hasLostSession, isWrongCode, localise, loginFailure } from './answer.ts';

describe('an error of the auth library', () => {
  it.each([
    ['session_not_found', true],
    ['session_expired', true],
    ['refresh_token_not_found', true],
    ['user_not_found', true],
    ['invalid_credentials', false],
    [undefined, false],
  ])('of code %s means that only signing in again helps: %s', (code, isLost) => {
    expect(hasLostSession({ ok: false, message: null, code })).toBe(isLost);
  });

  it.each([
    ['otp_expired', true],
    ['otp_disabled', false],
    [undefined, false],
  ])('of code %s is a wrong code: %s', (code, isWrong) => {
    expect(isWrongCode({ ok: false, message: null, code })).toBe(isWrong);
  });
});

it.each([
  ['known', 'weak_password', 'Longer, please.'],
  ['unknown', 'other', 'As it was.'],
])('a code that is %s has a message', (_title, code, message) => {
  const words = { weak_password: 'Longer, please.' };
  expect(localise({ ok: false, message: 'As it was.', code }, words).message).toBe(message);
});

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
