import { describe, expect, it } from 'vitest';
import { sampleUser } from '../kernel/entities/account.sample.ts';
import { adminUserBody, banEnd, userChanges } from './user-changes.rules.ts';

const at = new Date('2026-03-01T10:00:00Z');

describe('a ban (contract A7.3)', () => {
  it.each([
    ['24h', '2026-03-02T10:00:00.000Z'],
    ['0', '2026-03-01T10:00:00.000Z'],
    ['876000h', '2126-02-05T10:00:00.000Z'],
  ])('of %s ends at %s', (duration, end) => {
    expect(banEnd(duration, at.getTime())?.toISOString()).toBe(end);
  });

  it.each(['', 'forever', '24', '-1h', 'None', `${'9'.repeat(20)}h`, '99999999h'])(
    '%j is refused',
    (duration) => {
      expect(() => banEnd(duration, at.getTime())).toThrow(
        expect.objectContaining({
          status: 400,
          code: 'validation_failed',
          message: `Invalid format for ban duration: "${duration}"`,
        }),
      );
    },
  );

  it('shortens a refused duration in the error', () => {
    expect(() => banEnd('x'.repeat(1_000), at.getTime())).toThrow(/^.{0,80}$/);
  });
});

describe('an administrator’s change (contract A7.3)', () => {
  const unconfirmed = { email_confirmed_at: null, phone_confirmed_at: null };
  const emailVerified = { raw_user_meta_data: { email_verified: true } };
  const phoneVerified = { raw_user_meta_data: { phone_verified: true } };

  it.each<[string, object, object, object]>([
    ['nothing', {}, {}, {}],
    ['empty texts', {}, { role: '', aud: '', ban_duration: '' }, {}],
    ['a role', {}, { role: 'editor' }, { role: 'editor' }],
    ['an audience', {}, { aud: 'apps' }, { aud: 'apps' }],
    ['a ban', {}, { ban_duration: '1h' }, { banned_until: new Date('2026-03-01T11:00:00Z') }],
    ['the end of a ban', { banned_until: '2030-01-01' }, { ban_duration: 'none' }, { banned_until: null }],
    ['a confirmation', unconfirmed, { email_confirm: true }, { email_confirmed_at: at, ...emailVerified }],
    [
      'a confirmed number',
      unconfirmed,
      { phone_confirm: true },
      { phone_confirmed_at: at, ...phoneVerified },
    ],
    ['a confirmation of a confirmed address', {}, { email_confirm: true }, emailVerified],
    [
      'a confirmation of a confirmed number',
      { phone_confirmed_at: '2026-01-01T10:00:00Z' },
      { phone_confirm: true },
      phoneVerified,
    ],
    ['a confirmation set to false', unconfirmed, { email_confirm: false }, {}],
    [
      'metadata, merged',
      { raw_user_meta_data: { name: 'Ada', plan: 'a' } },
      { user_metadata: { plan: null, team: 'b' } },
      { raw_user_meta_data: { name: 'Ada', team: 'b' } },
    ],
    [
      'app_metadata, merged',
      {},
      { app_metadata: { roles: ['admin'] } },
      { raw_app_meta_data: { provider: 'email', providers: ['email'], roles: ['admin'] } },
    ],
    [
      'metadata that claims less than is confirmed',
      {},
      { email_confirm: true, user_metadata: { email_verified: false } },
      emailVerified,
    ],
  ])('of %s changes nothing else', (_, user, requested, expected) => {
    const changes = userChanges(sampleUser(user), requested, at);
    const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    expect(set).toEqual(expected);
  });

  it.each(['user_metadata', 'app_metadata'])('of %s is refused if the metadata grows too large', (name) => {
    const present = { a: 'x'.repeat(3_000) };
    const user = sampleUser({ raw_user_meta_data: present, raw_app_meta_data: present });
    expect(() => userChanges(user, { [name]: { b: 'y'.repeat(3_000) } }, at)).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'validation_failed',
        message: `${name} may hold 4096 bytes of JSON at most`,
      }),
    );
  });
});

describe('the body of an administrator’s request (contract A7.1)', () => {
  it.each([
    {},
    { email: null, role: null, email_confirm: null, user_metadata: null, ban_duration: null },
    { aud: 'a'.repeat(255), role: 'r'.repeat(255), app_metadata: { roles: ['admin'] } },
  ])('can be %j', (body) => expect(adminUserBody.parse(body)).toEqual(body));

  it.each([
    { email: 1 },
    { role: 'r'.repeat(256) },
    { aud: 'a'.repeat(256) },
    { email_confirm: 'true' },
    { phone_confirm: 1 },
    { user_metadata: [] },
    { app_metadata: 'admin' },
    { app_metadata: { a: 'x'.repeat(4_096) } },
  ])('cannot be %j', (body) => expect(adminUserBody.safeParse(body).success).toBe(false));

  it('loses unknown members', () => {
    expect(adminUserBody.parse({ email: 'ada@example.org', is_super_admin: true })).toEqual({
      email: 'ada@example.org',
    });
  });
});
