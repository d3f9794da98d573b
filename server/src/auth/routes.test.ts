import { expect, it } from 'vitest';
import type { CallerPurpose } from './kernel/limits/limit-table.rules.ts';
import type { Route } from './route.ts';
import { openEndpoints } from '@solostead/server-testkit/auth/open-endpoints';
import { grants, routes } from './routes.ts';

/** The routes that count no caller, by the reason. A new route is in a limit or in this list. */
const uncounted: Readonly<Record<string, readonly string[]>> = {
  'read nothing secret and send nothing': [
    'GET /health',
    'GET /settings',
    'GET /.well-known/jwks.json',
    'GET /.well-known/openid-configuration',
    'GET /.well-known/oauth-authorization-server',
    'HEAD /verify',
    'GET /verify/page',
    'HEAD /verify/page',
    'GET /sso/saml/metadata',
  ],
  'count by themselves': ['POST /signup', 'POST /token'],
  'take a state of 128 random bits that a flow began': ['GET /callback', 'POST /callback'],
  'refuse everyone': ['GET,POST,PUT,DELETE /oauth/*', 'GET,POST,PUT,DELETE /user/oauth/*'],
  'need a living session and concern its own account': [
    'GET /user',
    'GET /user/identities/authorize',
    'DELETE /user/identities/:identity_id',
    'GET /reauthenticate',
    'POST /logout',
    'POST /factors',
    'GET /factors/recovery-codes',
    'DELETE /factors/recovery-codes',
    'DELETE /factors/:factor_id',
    'POST /passkeys/registration/options',
    'POST /passkeys/registration/verify',
    'GET /passkeys',
    'PATCH /passkeys/:passkey_id',
    'DELETE /passkeys/:passkey_id',
  ],
};

const named = ({ method, url }: Route) => `${[method].flat().join()} ${url}`;
const namesOf = (chosen: readonly Route[]) => chosen.map(named).toSorted();

it('has a test of every route that anyone may call, and of every grant', () => {
  const names = namesOf(routes.filter(({ callers }) => callers === 'everyone'));
  const found = names.flatMap((name) =>
    name === 'POST /token' ? Object.keys(grants).map((grant) => `${name} ${grant}`) : [name],
  );
  expect(Object.keys(openEndpoints).toSorted()).toEqual(found.toSorted());
});

it('needs the secret key for the routes below /admin and for invitations', () => {
  const found = routes.filter(({ callers }) => callers === 'the secret key');
  expect(namesOf(found)).toEqual(namesOf(routes.filter(({ url }) => /^\/(admin\/|invite$)/.test(url))));
});

it('counts the caller of every route but those for the secret key, except where a reason is named', () => {
  const found = routes.filter(({ callers, limit }) => callers !== 'the secret key' && limit === null);
  expect(namesOf(found)).toEqual(Object.values(uncounted).flat().toSorted());
});

it.each<[CallerPurpose, string[]]>([
  [
    'sign_in_sign_ups',
    [
      'POST /otp',
      'POST /magiclink',
      'POST /recover',
      'POST /resend',
      'GET /authorize',
      'POST /sso',
      'PUT /user',
    ],
  ],
  [
    'token_verifications',
    [
      'POST /verify',
      'GET /verify',
      'POST /verify/page',
      'POST /sso/saml/acs',
      'POST /factors/:factor_id/challenge',
      'POST /factors/:factor_id/verify',
      'POST /factors/recovery-codes',
      'POST /factors/recovery-codes/verify',
      'POST /factors/recovery-codes/regenerate',
    ],
  ],
  ['passkey', ['POST /passkeys/authentication/options', 'POST /passkeys/authentication/verify']],
])('counts as %s', (name, expected) => {
  expect(namesOf(routes.filter(({ limit }) => limit === name))).toEqual(expected.toSorted());
});

it('counts the caller of every grant', () => {
  expect(Object.entries(grants).map(([name, { limit }]) => [name, limit])).toEqual([
    ['password', 'sign_in_sign_ups'],
    ['refresh_token', 'token_refresh'],
    ['id_token', 'sign_in_sign_ups'],
    ['web3', 'web3'],
    ['pkce', 'token_refresh'],
  ]);
});
