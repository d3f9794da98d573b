import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authorizationParameters, joinScopes, parametersForProvider } from './authorization-request.rules.ts';

describe('an authorization request (contract A5.1)', () => {
  const request = { state: 'flow', codeVerifier: 'secret verifier', scopes: '', extra: {} };
  const own = { redirect_uri: 'https://lab.example/callback' };
  const codeChallenge = createHash('sha256').update('secret verifier').digest('base64url');

  it('contains the server’s parameters, and not the verifier', () => {
    expect(authorizationParameters(request, ['openid'], { ...own, nonce: 'n' })).toEqual({
      redirect_uri: 'https://lab.example/callback',
      scope: 'openid',
      state: 'flow',
      nonce: 'n',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    });
  });

  it('passes on what the client adds', () => {
    const extra = { prompt: 'consent', login_hint: 'ada@example.org' };
    expect(authorizationParameters({ ...request, extra }, ['openid'], own)).toMatchObject(extra);
  });

  it.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'state',
    'nonce',
    'scope',
    'code_challenge',
    'code_challenge_method',
    'request',
    'request_uri',
  ])('lets no client set %s', (name) => {
    const parameters = authorizationParameters({ ...request, extra: { [name]: 'forged' } }, ['openid'], own);
    expect(Object.values(parameters)).not.toContain('forged');
  });

  it.each([
    'provider',
    'redirect_to',
    'scopes',
    'code_challenge',
    'code_challenge_method',
    'skip_http_redirect',
    'invite_token',
    'apikey',
  ])('keeps our own parameter %s from the provider', (name) => {
    const requested = { [name]: 'ours', prompt: 'none', login_hint: 'ada' };
    expect(parametersForProvider(requested, false)).toEqual({ prompt: 'none', login_hint: 'ada' });
    expect(parametersForProvider(requested, true)).toEqual({ login_hint: 'ada' });
  });

  it.each([
    [['openid'], '', 'openid'],
    [['openid', 'email'], 'profile', 'openid email profile'],
    [['openid', 'email'], 'email openid', 'openid email'],
    [['openid'], 'a,b  c', 'openid a b c'],
    [['openid'], ' , ', 'openid'],
    [[], 'a a', 'a'],
  ])('with %j asks for %j as %j', (required, requested, expected) => {
    expect(joinScopes(required, requested)).toBe(expected);
  });
});
