import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Answers GET /settings in place of the auth service. */
function answerSettings(answer: () => Response | Promise<Response>): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return answer();
  });
  return requests;
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'https://backend.example/');
  vi.stubGlobal('location', { hostname: 'lab.example' });
});

describe('the settings of the auth service', () => {
  it('are requested once per page, without a double slash in the URL', async () => {
    const { readSettings } = await import('./auth-settings.ts');
    const requests = answerSettings(() => Response.json({ saml_enabled: true }));
    expect(await readSettings()).toMatchObject({ saml_enabled: true });
    await readSettings();
    expect(requests).toEqual(['https://backend.example/auth/v1/settings']);
  });

  it('are requested again after a failure', async () => {
    const { readSignInMethods } = await import('./auth-settings.ts');
    answerSettings(() => Response.json({}, { status: 503 }));
    expect(await readSignInMethods()).toMatchObject({ hasCompanies: false });
    answerSettings(() => Response.json({ saml_enabled: true }));
    expect(await readSignInMethods()).toMatchObject({ hasCompanies: true });
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['it answers 500', () => Response.json({ saml_enabled: true }, { status: 500 })],
    ['it answers a page', () => new Response('<html>')],
    ['it answers a list', () => Response.json([])],
    ['it answers null', () => Response.json(null)],
    ['a switch is not one', () => Response.json({ saml_enabled: 'yes' })],
    ['a provider is not switched', () => Response.json({ external: { google: 1 } })],
    ['a factor is incomplete', () => Response.json({ mfa: { totp: { enroll: true } } })],
    ['there is no network', () => Promise.reject(new TypeError('network down'))],
  ])('are empty where %s', async (_title, answer) => {
    const { readSettings } = await import('./auth-settings.ts');
    answerSettings(answer);
    expect(await readSettings()).toEqual({});
  });
});

describe('sign-in methods', () => {
  const none = { providers: [], hasCompanies: false, hasPasskeys: false };

  it.each([
    ['nothing', {}, {}],
    [
      'accounts elsewhere that are on',
      { external: { google: true, github: false } },
      { providers: ['google'] },
    ],
    ['built-in methods, which are no external accounts', { external: { email: true, phone: true } }, {}],
    ['the switch of companies', { saml_enabled: true }, { hasCompanies: true }],
    ['the switch of passkeys', { passkeys_enabled: true }, { hasPasskeys: true }],
  ])('are read from %s', async (_title, settings, methods) => {
    const { readSignInMethods } = await import('./auth-settings.ts');
    answerSettings(() => Response.json(settings));
    expect(await readSignInMethods()).toEqual({ ...none, ...methods });
  });
});

const [on, off, verifyOnly] = [
  { enroll: true, verify: true },
  { enroll: false, verify: false },
  { enroll: false, verify: true },
];

describe('second factors', () => {
  const usual = { totp: on, webauthn: verifyOnly, phone: verifyOnly, recovery_code: verifyOnly };
  const elsewhere = { ...on, rp_id: 'example' };

  it.each([
    ['from a backend without the setting', {}, { recovery_code: on }],
    [
      'from the backend’s settings',
      { mfa: { totp: off, phone: on, webauthn: elsewhere } },
      { totp: off, webauthn: elsewhere, phone: on, keyDomain: 'example' },
    ],
    ['from a backend that leaves one out', { mfa: { phone: off } }, { phone: off }],
  ])('are read %s', async (_title, settings, kinds) => {
    const { readFactorKinds } = await import('./auth-settings.ts');
    answerSettings(() => Response.json(settings));
    expect(await readFactorKinds()).toEqual({ ...usual, keyDomain: 'lab.example', ...kinds });
  });
});
