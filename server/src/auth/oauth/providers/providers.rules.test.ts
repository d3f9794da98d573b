import { describe, expect, it } from 'vitest';
import { authorizationParameters, joinScopes, parametersForProvider } from './authorization-request.rules.ts';
import { externalProvider, knownIssuer } from './external-settings.rules.ts';
import { githubEmail, githubProfile, githubUser } from './github-profile.rules.ts';

describe('an authorization request (contract A5.1)', () => {
  const request = { state: 'flow', codeVerifier: 'secret verifier', scopes: '', extra: {} };
  const own = { redirectUri: 'https://lab.example/callback', scopes: ['openid'], codeChallenge: 'hash' };

  it('contains the server’s parameters', () => {
    expect(authorizationParameters(request, { ...own, nonce: 'n' })).toEqual({
      redirect_uri: 'https://lab.example/callback',
      scope: 'openid',
      state: 'flow',
      nonce: 'n',
      code_challenge: 'hash',
      code_challenge_method: 'S256',
    });
  });

  it('without OpenID Connect has no nonce', () => {
    expect(authorizationParameters(request, own)).not.toHaveProperty('nonce');
  });

  it('never contains the verifier', () => {
    expect(JSON.stringify(authorizationParameters(request, own))).not.toContain('secret verifier');
  });

  it('passes on what the client adds', () => {
    const extra = { prompt: 'consent', login_hint: 'ada@example.org' };
    expect(authorizationParameters({ ...request, extra }, own)).toMatchObject(extra);
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
    const parameters = authorizationParameters({ ...request, extra: { [name]: 'forged' } }, own);
    expect(Object.values(parameters)).not.toContain('forged');
  });

  it.each(['provider', 'redirect_to', 'scopes', 'code_challenge', 'skip_http_redirect', 'apikey'])(
    'keeps our own parameter %s from the provider',
    (name) => {
      const asked = { [name]: 'ours', prompt: 'none', login_hint: 'ada' };
      expect(parametersForProvider(asked, false)).toEqual({ prompt: 'none', login_hint: 'ada' });
      expect(parametersForProvider(asked, true)).toEqual({ login_hint: 'ada' });
    },
  );

  it.each([
    [['openid'], '', 'openid'],
    [['openid', 'email'], 'profile', 'openid email profile'],
    [['openid', 'email'], 'email openid', 'openid email'],
    [['openid'], 'a,b  c', 'openid a b c'],
    [['openid'], ' , ', 'openid'],
    [[], 'a a', 'a'],
  ])('with %j asks for %j as %j', (required, asked, expected) => {
    expect(joinScopes(required, asked)).toBe(expected);
  });
});

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

  it.each([
    ['google', {}, { url: 'https://accounts.google.com', kind: 'openid' }],
    ['github', { url: 'https://github.lab.example/' }, { url: 'https://github.lab.example', kind: 'github' }],
    ['house', { url: 'https://id.example/' }, { url: 'https://id.example', kind: 'openid' }],
    ['house', { url: 'http://localhost:4000' }, { url: 'http://localhost:4000' }],
    ['house', { url: 'https://id.example', secret: '' }, { secret: '' }],
    ['google', { client_id: ' web , ,phone' }, { clientIds: ['web', 'phone'] }],
    ['google', { redirect_uri: 'https://other.example/cb' }, { redirectUri: 'https://other.example/cb' }],
    ['google', { skip_nonce_check: true }, { skipNonceCheck: true }],
    ['google', { email_optional: true }, { emailOptional: true }],
  ])('%s with %j is accepted', (name, change, expected) => {
    expect(read(name, change)).toMatchObject(expected);
  });

  it.each([
    ['house', {}, /issuer/],
    ['house', { url: 'http://id.example' }, /https/],
    ['house', { url: 'id.example' }, /https/],
    ['google', { client_id: ' , ' }, /client_id/],
    ['github', { secret: '' }, /secret/],
    ['email', { url: 'https://id.example' }, /cannot be/],
    ['phone', { url: 'https://id.example' }, /cannot be/],
    ['web3', { url: 'https://id.example' }, /cannot be/],
    ['passkey', { url: 'https://id.example' }, /cannot be/],
    ['anonymous', { url: 'https://id.example' }, /cannot be/],
    ['Google', { url: 'https://id.example' }, /cannot be/],
    ['a b', { url: 'https://id.example' }, /cannot be/],
  ])('%s with %j is refused', (name, change, reason) => {
    expect(read(name, change)).toMatch(reason);
  });

  it.each([
    ['google', 'https://accounts.google.com'],
    ['apple', 'https://appleid.apple.com'],
    ['github', null],
    ['house', null],
    ['', null],
  ])('%s has the issuer %s', (name, issuer) => {
    expect(knownIssuer(name)).toBe(issuer);
  });
});

describe('a GitHub account', () => {
  const user = { id: 42, login: 'ada', name: 'Ada L', avatar_url: 'https://example.org/a.png' };
  const emails = [
    { email: 'Second@example.org', primary: false, verified: true },
    { email: 'First@example.org', primary: true, verified: false },
  ];

  it('is known by its number, not by its login', () => {
    const one = githubProfile(user, emails, 'https://api.github.com');
    const renamed = githubProfile({ ...user, login: 'eve' }, emails, 'https://api.github.com');
    expect([one.subject, renamed.subject]).toEqual(['42', '42']);
    expect(one.claims).toMatchObject({ user_name: 'ada', email: 'first@example.org', email_verified: false });
  });

  it('has all its addresses in lower case, verified or not as GitHub reports', () => {
    expect(githubProfile(user, emails, '').emails).toEqual([
      { address: 'second@example.org', isVerified: true, isPrimary: false },
      { address: 'first@example.org', isVerified: false, isPrimary: true },
    ]);
  });

  it('may have no addresses and no name', () => {
    const { emails: none, claims } = githubProfile({ ...user, name: null, avatar_url: null }, [], '');
    expect(none).toEqual([]);
    for (const member of ['email', 'name', 'full_name', 'avatar_url'])
      expect(claims).not.toHaveProperty(member);
  });

  it.each([{}, { message: 'Bad credentials' }, { id: '42', login: 'ada' }, { id: 42 }, null, []])(
    'is not read from %j',
    (answer) => {
      expect(githubUser.safeParse(answer).success).toBe(false);
    },
  );

  it.each([{}, { email: 'a@example.org' }, { email: 'a@example.org', primary: true, verified: 'true' }])(
    'has no address %j',
    (answer) => {
      expect(githubEmail.safeParse(answer).success).toBe(false);
    },
  );
});
