import { describe, expect, it } from 'vitest';
import { externalProvider } from './external-settings.rules.ts';

describe('a provider of config.toml', () => {
  const entry = {
    client_id: 'client',
    secret: 'secret',
    url: '',
    redirect_uri: '',
    skip_nonce_check: false,
    email_optional: false,
  };
  const read = (name: string, change = {}) =>
    externalProvider(name, { ...entry, ...change }, 'https://lab.example/callback');

  it('has all its settings', () => {
    expect(read('google')).toEqual({
      ...entry,
      name: 'google',
      url: 'https://accounts.google.com',
      clientIds: ['client'],
      redirect_uri: 'https://lab.example/callback',
    });
  });

  it.each([
    ['github', {}, { url: 'https://github.com' }],
    ['github', { url: 'https://github.lab.example/' }, { url: 'https://github.lab.example' }],
    ['house', { url: 'https://id.example/' }, { url: 'https://id.example' }],
    ['house', { url: 'http://localhost:4000' }, { url: 'http://localhost:4000' }],
    ['house', { url: 'https://id.example', secret: '' }, { secret: '' }],
    ['google', { client_id: ' web , ,phone' }, { clientIds: ['web', 'phone'] }],
    ['google', { redirect_uri: 'https://other.example/cb' }, { redirect_uri: 'https://other.example/cb' }],
    ['google', { skip_nonce_check: true }, { skip_nonce_check: true }],
    ['google', { email_optional: true }, { email_optional: true }],
  ])('%s with %j is accepted', (name, change, expected) => {
    expect(read(name, change)).toMatchObject(expected);
  });

  const reserved = 'this name cannot be a provider';
  const insecure = 'url must begin with https (http is for localhost only)';
  const id = { url: 'https://id.example' };

  it.each([
    ['house', {}, 'url must be the address of its OpenID Connect issuer'],
    ['apple', {}, 'url must be the address of its OpenID Connect issuer'],
    ['constructor', {}, 'url must be the address of its OpenID Connect issuer'],
    ['house', { url: 'http://id.example' }, insecure],
    ['house', { url: 'id.example' }, insecure],
    ['google', { client_id: '' }, 'client_id is missing'],
    ['google', { client_id: ' , ' }, 'client_id is missing'],
    ['github', { secret: '' }, 'secret is missing'],
    ['email', id, reserved],
    ['phone', id, reserved],
    ['web3', id, reserved],
    ['passkey', id, reserved],
    ['anonymous', id, reserved],
    ['sso', id, reserved],
    ['sso:house', id, reserved],
    ['Google', id, reserved],
    ['a b', id, reserved],
  ])('%s with %j is refused', (name, change, reason) => {
    expect(read(name, change)).toBe(reason);
  });
});
