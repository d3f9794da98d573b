import { describe, expect, it, vi } from 'vitest';
import { placeInAdmin, takeNext } from './next.ts';

const HERE = 'https://lab.example';

it.each([
  ['/admin?open=1', '/admin?open=1'],
  ['https://lab.example/admin?view=account', '/admin?view=account'],
  ['/admin', null],
  ['/admin#access_token=x', null],
  ['/admin/../evil?x', null],
  ['/administrators?x', null],
  ['//evil.example/admin?x', null],
  ['/\\evil.example/admin?x', null],
  ['https://evil.example/admin?x', null],
  ['https://lab.example@evil.example/admin?x', null],
  ['javascript:alert(1)//admin?x', null],
  ['http://[', null],
  [undefined, null],
  [{}, null],
])('%j leads to %j', (to, expected) => {
  expect(placeInAdmin(to, HERE)).toBe(expected);
});

describe('the destination in the tab’s storage', () => {
  const to = '/admin?open=1';
  const elsewhere = 'https://evil.example/admin?x';

  it.each([
    ['of this person', { to, userId: 'me', hasDraft: true }, { to, hasDraft: true }],
    ['of anyone', { to, userId: null, hasDraft: false }, { to, hasDraft: false }],
    ['of another person', { to, userId: 'you', hasDraft: true }, null],
    ['outside of the admin area', { to: elsewhere, userId: null, hasDraft: false }, null],
  ])('%s is taken once', (_, next, expected) => {
    const stored = new Map([['solostead.next', JSON.stringify(next)]]);
    const sessionStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      removeItem: (key: string) => stored.delete(key),
    };
    vi.stubGlobal('window', { sessionStorage });
    vi.stubGlobal('location', { origin: HERE });
    expect(takeNext('me')).toEqual(expected);
    expect(takeNext('me')).toBeNull();
  });
});
