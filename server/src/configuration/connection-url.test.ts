import { expect, test } from 'vitest';
import { connectionUrl, isSeveralHosts } from './connection-url.ts';

test.each([
  'postgres://app@db.example/app',
  'postgresql://app:pass@db.example:5433/app?application_name=x',
  'postgres://app@localhost/app?host=%2Frun%2Fpostgresql',
  'postgres://db.example/app?target_session_attrs=read-write',
  'postgres://db.example/app?sslmode=require&uselibpqcompat=true',
])('%s stays as it is', (url) => {
  expect(connectionUrl(url)).toBe(url);
});

test.each([
  ['require', 'require'],
  ['verify-ca', 'verify-ca'],
  ['verify-full', 'verify-full'],
  ['disable', 'disable'],
  // The driver can encrypt or not, but not try one and then the other.
  ['allow', 'disable'],
])('sslmode=%s means what it means to libpq', (given, sslmode) => {
  const { searchParams } = new URL(connectionUrl(`postgres://db.example/app?sslmode=${given}`));
  expect(Object.fromEntries(searchParams)).toEqual({ sslmode, uselibpqcompat: 'true' });
});

test.each([
  'postgres://one.example,two.example/app',
  'postgres://one.example:5432,two.example:5433/app',
  'postgres://app:pass@one.example,two.example/app',
  'postgres://app@localhost/app?host=one.example,two.example',
  'postgres://app@localhost/app?host=one.example&host=two.example',
])('%s is refused: it names several hosts', (url) => {
  expect(() => connectionUrl(url)).toThrow(/^DATABASE_URL names several hosts: /);
});

test.each(['standby', 'read-only', 'prefer-standby'])('target_session_attrs=%s is refused', (wanted) => {
  expect(() => connectionUrl(`postgres://db.example/app?target_session_attrs=${wanted}`, 'The URL')).toThrow(
    `The URL asks for target_session_attrs=${wanted}, but the server writes`,
  );
});

test('a comma in a password is not a second host', () => {
  expect(isSeveralHosts('postgres://app:a,b@db.example/app')).toBe(false);
  expect(isSeveralHosts('postgres://app:a@b,c@db.example/app')).toBe(false);
});
