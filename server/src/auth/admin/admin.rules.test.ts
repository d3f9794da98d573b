import { describe, expect, it } from 'vitest';
import { sampleUser } from '../kernel/entities/account.sample.ts';
import { pageLinks, parsePage } from './pagination.rules.ts';
import { banEnd, userChanges } from './user-changes.rules.ts';

const at = new Date('2026-03-01T10:00:00Z');

describe('a page (contract A7.2)', () => {
  it.each([
    [undefined, undefined, 1, 50],
    ['', '', 1, 50],
    ['1', '1', 1, 1],
    ['7', '20', 7, 20],
    ['0', '0', 1, 50],
    ['1', '1000', 1, 1_000],
    ['1', '1001', 1, 1_000],
    ['1', '999999999', 1, 1_000],
    ['007', '08', 7, 8],
    ['999999999', '50', 999_999_999, 50],
  ])('for page %j and size %j is number %i of %i users', (page, perPage, number, size) => {
    expect(parsePage(page, perPage)).toEqual({ number, size });
  });

  it.each(['-1', '1.5', '1e3', 'one', ' 1', '1 ', '٣', '1000000000', '1;drop', '0x10', 'NaN'])(
    'is refused with %j',
    (text) => {
      expect(() => parsePage(text, undefined)).toThrow(/^Bad Pagination Parameters/);
      expect(() => parsePage(undefined, text)).toThrow(/^Bad Pagination Parameters/);
    },
  );

  it.each([
    [1, 50, 0, '<u?page=1&per_page=50>; rel="last"'],
    [1, 50, 50, '<u?page=1&per_page=50>; rel="last"'],
    [1, 50, 51, '<u?page=2&per_page=50>; rel="next", <u?page=2&per_page=50>; rel="last"'],
    [2, 10, 35, '<u?page=3&per_page=10>; rel="next", <u?page=4&per_page=10>; rel="last"'],
    [4, 10, 35, '<u?page=4&per_page=10>; rel="last"'],
    [9, 10, 35, '<u?page=4&per_page=10>; rel="last"'],
  ])('number %i of size %i with %i users has the links %s', (number, size, total, expected) => {
    expect(pageLinks('u', { number, size }, total)).toBe(expected);
  });
});

describe('a ban (contract A7.3)', () => {
  it.each([
    ['24h', '2026-03-02T10:00:00.000Z'],
    ['1h30m', '2026-03-01T11:30:00.000Z'],
    ['1.5h', '2026-03-01T11:30:00.000Z'],
    ['90s', '2026-03-01T10:01:30.000Z'],
    ['500ms', '2026-03-01T10:00:00.500Z'],
    ['0', '2026-03-01T10:00:00.000Z'],
    ['876000h', '2126-02-05T10:00:00.000Z'],
  ])('of %s ends at %s', (duration, end) => {
    expect(banEnd(duration, at.getTime())?.toISOString()).toBe(end);
  });

  it('is lifted by the duration "none"', () => expect(banEnd('none', at.getTime())).toBeNull());

  it.each(['', 'forever', '24', '-1h', '1d', '1h ', 'None', '1h-30m', `${'9'.repeat(20)}h`, '99999999h'])(
    'of %j is refused',
    (duration) => {
      expect(() => banEnd(duration, at.getTime())).toThrow(/^Invalid format for ban duration/);
    },
  );

  it('shortens a refused duration in the error', () => {
    expect(() => banEnd('x'.repeat(1_000), at.getTime())).toThrow(/^.{0,80}$/);
  });
});

describe('an administrator’s change (contract A7.3)', () => {
  const unconfirmed = { email_confirmed_at: null, phone_confirmed_at: null };

  it.each<[string, object, object, object]>([
    ['nothing', {}, {}, {}],
    ['empty texts', {}, { role: '', aud: '', ban_duration: '' }, {}],
    ['a role', {}, { role: 'editor' }, { role: 'editor' }],
    ['an audience', {}, { aud: 'apps' }, { aud: 'apps' }],
    ['a ban', {}, { ban_duration: '1h' }, { banned_until: new Date('2026-03-01T11:00:00Z') }],
    [
      'the end of a ban',
      { banned_until: '2030-01-01T00:00:00Z' },
      { ban_duration: 'none' },
      { banned_until: null },
    ],
    [
      'a confirmation',
      unconfirmed,
      { email_confirm: true },
      { email_confirmed_at: at, raw_user_meta_data: { email_verified: true } },
    ],
    [
      'a confirmed number',
      unconfirmed,
      { phone_confirm: true },
      { phone_confirmed_at: at, raw_user_meta_data: { phone_verified: true } },
    ],
    [
      'a confirmation of a confirmed address',
      {},
      { email_confirm: true },
      { raw_user_meta_data: { email_verified: true } },
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
      { raw_user_meta_data: { email_verified: true } },
    ],
  ])('of %s changes nothing else', (_, user, requested, expected) => {
    const changes = userChanges(sampleUser(user), requested, at);
    const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    expect(set).toEqual(expected);
  });

  it.each(['user_metadata', 'app_metadata'])('of %s is refused if the metadata grows too large', (name) => {
    const present = { a: 'x'.repeat(3_000) };
    const user = sampleUser({ raw_user_meta_data: present, raw_app_meta_data: present });
    expect(() => userChanges(user, { [name]: { b: 'y'.repeat(3_000) } }, at)).toThrow(name);
  });
});
