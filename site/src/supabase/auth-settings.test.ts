import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Answers GET /settings in place of the auth service. */
function answerSettings(answer: () => Response | Promise<Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer();
  });
  return asked;
}

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'https://backend.example/');
  vi.stubGlobal('location', { hostname: 'lab.example' });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('the settings of the auth service', () => {
  it('are requested once per page, without a double slash in the URL', async () => {
    const { readSettings } = await import('./auth-settings.ts');
    const asked = answerSettings(json({ saml_enabled: true }));
    expect(await readSettings()).toMatchObject({ saml_enabled: true });
    await readSettings();
    expect(asked).toEqual(['https://backend.example/auth/v1/settings']);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['it answers 500', json({ saml_enabled: true }, 500)],
    ['it answers a page', () => new Response('<html>')],
    ['it answers a list', json([])],
    ['it answers null', json(null)],
    ['a switch is not one', json({ saml_enabled: 'yes' })],
    ['a provider is not switched', json({ external: { google: 1 } })],
    ['a factor is incomplete', json({ mfa: { totp: { enroll: true } } })],
    ['there is no network', () => Promise.reject(new TypeError('network down'))],
  ])('are empty where %s', async (_title, answer) => {
    const { readSettings } = await import('./auth-settings.ts');
    answerSettings(answer);
    expect(await readSettings()).toEqual({});
  });
});

describe('sign-in methods', () => {
  it.each([
    ['nothing said', {}, { providers: [], hasCompanies: false, hasPasskeys: false }],
    [
      'accounts elsewhere, those that are on',
      { external: { google: true, github: false, keycloak: true } },
      { providers: ['google', 'keycloak'], hasCompanies: false, hasPasskeys: false },
    ],
    [
      'built-in methods, which are not external accounts',
      { external: { email: true, phone: true, anonymous_users: true } },
      { providers: [], hasCompanies: false, hasPasskeys: false },
    ],
    [
      'companies and passkeys',
      { saml_enabled: true, passkeys_enabled: true },
      { providers: [], hasCompanies: true, hasPasskeys: true },
    ],
  ])('are read from %s', async (_title, settings, methods) => {
    const { readSignInMethods } = await import('./sign-in-methods.ts');
    answerSettings(json(settings));
    expect(await readSignInMethods()).toEqual(methods);
  });
});

const [on, off, verifyOnly] = [
  { enroll: true, verify: true },
  { enroll: false, verify: false },
  { enroll: false, verify: true },
];

describe('second factors', () => {
  it.each([
    [
      'from a backend without the setting: apps, and the factors of accounts',
      {},
      {
        ...{ totp: on, webauthn: verifyOnly, phone: verifyOnly },
        ...{ recovery_code: on, keyDomain: 'lab.example' },
      },
    ],
    [
      'from the backend’s settings',
      { mfa: { totp: off, phone: on, webauthn: { ...on, rp_id: 'example' } } },
      {
        ...{ totp: off, webauthn: { ...on, rp_id: 'example' }, phone: on },
        ...{ recovery_code: verifyOnly, keyDomain: 'example' },
      },
    ],
    [
      'from a backend that leaves one out',
      { mfa: { phone: off } },
      {
        ...{ totp: on, webauthn: verifyOnly, phone: off },
        ...{ recovery_code: verifyOnly, keyDomain: 'lab.example' },
      },
    ],
  ])('are read %s', async (_title, settings, kinds) => {
    const { readFactorKinds } = await import('./factor-kinds.ts');
    answerSettings(json(settings));
    expect(await readFactorKinds()).toEqual(kinds);
  });
});
