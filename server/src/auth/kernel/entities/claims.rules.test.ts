import { describe, expect, it } from 'vitest';
import { accessTokenClaims, amrEntries } from './claims.rules.ts';
import { sampleUser, USER_ID } from './account.sample.ts';

const input = {
  user: sampleUser({ phone: '4915112345678', raw_user_meta_data: { name: 'Ada' } }),
  sessionId: 's1',
  aal: 'aal1' as const,
  amr: [{ method: 'password', timestamp: 1_000 }],
  issuer: 'https://lab.example/auth/v1',
  issuedAt: 1_000,
  lifeSeconds: 3_600,
};

describe('the claims of an access token (contract A0.11)', () => {
  it('name holder, session, level and times', () => {
    expect(accessTokenClaims(input)).toEqual({
      iss: 'https://lab.example/auth/v1',
      sub: USER_ID,
      aud: 'authenticated',
      exp: 4_600,
      iat: 1_000,
      email: 'ada@example.org',
      phone: '4915112345678',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada' },
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: 1_000 }],
      session_id: 's1',
      is_anonymous: false,
    });
  });

  it.each([
    [{ email: null }, { email: '' }],
    [{ phone: null }, { phone: '' }],
    [{ aud: null }, { aud: 'authenticated' }],
    [{ aud: '' }, { aud: 'authenticated' }],
    [{ aud: 'other' }, { aud: 'other' }],
    [{ role: null }, { role: 'authenticated' }],
    [{ role: '' }, { role: 'authenticated' }],
    [{ role: 'editor' }, { role: 'editor' }],
    [{ raw_app_meta_data: null }, { app_metadata: {} }],
    [{ raw_user_meta_data: null }, { user_metadata: {} }],
    [{ is_anonymous: true }, { is_anonymous: true }],
  ])('of a user with %j are %j', (change, expected) => {
    expect(accessTokenClaims({ ...input, user: sampleUser(change) })).toMatchObject(expected);
  });

  it('take their level from the session, not from metadata that users write', () => {
    const user = sampleUser({ raw_user_meta_data: { aal: 'aal2', role: 'service_role', sub: 'other' } });
    expect(accessTokenClaims({ ...input, user })).toMatchObject({
      aal: 'aal1',
      role: 'authenticated',
      sub: USER_ID,
    });
  });
});

describe('the sign-in methods of a session', () => {
  const row = (authentication_method: string, updated_at: string) => ({ authentication_method, updated_at });

  it('come newest first, in whole seconds', () => {
    const rows = [
      row('password', '2026-03-01T10:00:00+00:00'),
      row('totp', '2026-03-01T10:05:00.999+00:00'),
      row('otp', '2026-03-01T12:01:00+02:00'),
    ];
    expect(amrEntries(rows)).toEqual([
      { method: 'totp', timestamp: Date.parse('2026-03-01T10:05:00Z') / 1_000 },
      { method: 'otp', timestamp: Date.parse('2026-03-01T10:01:00Z') / 1_000 },
      { method: 'password', timestamp: Date.parse('2026-03-01T10:00:00Z') / 1_000 },
    ]);
  });
});
