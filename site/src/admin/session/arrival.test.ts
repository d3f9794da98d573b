import { expect, it } from 'vitest';
import { readArrival, withoutError } from './arrival.ts';

const SITE = 'https://lab.example';

it.each([
  ['a recovery link', '/admin#access_token=x&type=recovery', { error: null, wantsPassword: true }],
  ['an invitation', '/admin#access_token=x&type=invite', { error: null, wantsPassword: true }],
  ['a magic link', '/admin#access_token=x&type=magiclink', { error: null, wantsPassword: false }],
  [
    'a link used twice',
    '/admin#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
    { error: 'Email link is invalid or has expired', wantsPassword: false },
  ],
  ['an error in the query', '/admin?error=server_error', { error: 'server_error', wantsPassword: false }],
  ['nothing', '/admin?view=list', { error: null, wantsPassword: false }],
])('reads %s', (_, address, arrival) => {
  expect(readArrival(SITE + address)).toEqual(arrival);
});

it('keeps the view and drops the error', () => {
  expect(withoutError(`${SITE}/admin?view=account&error=x&error_code=y#error=x`)).toBe('/admin?view=account');
});
