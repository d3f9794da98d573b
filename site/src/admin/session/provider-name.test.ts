import { expect, it } from 'vitest';
import { providerName } from './provider-name.ts';

it.each([
  ['google', 'Google'],
  ['github', 'GitHub'],
  ['linkedin_oidc', 'LinkedIn'],
  ['email', 'Email'],
  ['sso:0c6ef4d2-95a6-4c33-8a4e-7d1a3e2c9f10', 'Your company'],
  ['some_service', 'Some service'],
])('names %s %s', (provider, name) => {
  expect(providerName(provider)).toBe(name);
});
