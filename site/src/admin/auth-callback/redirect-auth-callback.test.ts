import { expect, it } from 'vitest';
import { redirectAuthCallback } from './redirect-auth-callback.ts';

it.each([
  ['tokens', '', '#access_token=a&type=invite', '/admin#access_token=a&type=invite'],
  ['an error', '?error=x', '#error=x&sb=', '/admin?error=x#error=x&sb='],
  ['a code', '?code=abc', '', '/admin?code=abc'],
  ['a section of the page', '', '#roadmap', null],
  ['a campaign', '?utm_source=mail', '', null],
])('an address with %s', (_, search, hash, expected) => {
  expect(redirectAuthCallback({ search, hash })).toBe(expected);
});
