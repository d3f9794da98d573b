import { expect, it } from 'vitest';
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

it('counts the caller of every route, except where a reason is named', () => {
  const found = routes.filter(({ limit }) => limit === null).map(({ method, url }) => `${method} ${url}`);
  expect(found.toSorted()).toEqual(Object.values(uncounted).flat().toSorted());
});

it('counts the caller of every grant', () => {
  expect(Object.values(grants).every(({ limit }) => limit.length > 0)).toBe(true);
});
