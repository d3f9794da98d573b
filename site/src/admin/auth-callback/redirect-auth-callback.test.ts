import { expect, it } from 'vitest';
import { redirectAuthCallback } from './redirect-auth-callback.ts';

it.each([
  ['/#access_token=x&type=recovery', '/admin#access_token=x&type=recovery'],
  ['/?a=b#refresh_token=y', '/admin?a=b#refresh_token=y'],
  ['/?code=c', '/admin?code=c'],
  ['/?token_hash=ab&type=invite', '/admin?token_hash=ab&type=invite'],
  ['/#error=access_denied', '/admin#error=access_denied'],
  ['/?error_description=Call+us', '/admin?error_description=Call+us'],
  ['/', null],
  ['/?utm_source=code#contact', null],
  ['/?postcode=1', null],
])('the front page redirects %s to %s', (address, target) => {
  expect(redirectAuthCallback(new URL(address, 'https://lab.example'))).toBe(target);
});
