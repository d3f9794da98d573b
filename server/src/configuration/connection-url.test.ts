import { expect, test } from 'vitest';
import { connectionTargets } from './connection-url.ts';

test.each([
  'postgres://app@db.example/app',
  'postgresql://app:pass@db.example:5433/app?application_name=x',
  'postgres://app@localhost/app?host=%2Frun%2Fpostgresql',
  'postgres://db.example/app?target_session_attrs=read-write',
  'postgres://db.example/app?sslmode=require&uselibpqcompat=true',
  'postgres://app:a,b@db.example/app',
  'postgres://app:a@b,c@db.example/app',
  'postgres://app@[::1]:5433/app',
])('keeps %s unchanged', (url) => {
  expect(connectionTargets(url)).toEqual({ urls: [url], isRandom: false, timeoutMs: 10_000 });
});

test.each([
  ['require', 'require'],
  ['verify-ca', 'verify-ca'],
  ['verify-full', 'verify-full'],
  ['disable', 'disable'],
  // The driver can encrypt or not, but not try one and then the other.
  ['allow', 'disable'],
])('sslmode=%s means what it means to libpq', (mode, sslmode) => {
  const [url = ''] = connectionTargets(`postgres://db.example/app?sslmode=${mode}`).urls;
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ sslmode, uselibpqcompat: 'true' });
});

/** Host and port of each target, as the driver reads them. */
const placesOf = (url: string) =>
  connectionTargets(url).urls.map((each) => {
    const { searchParams } = new URL(each);
    return `${searchParams.get('host')} ${searchParams.get('port')}`;
  });

test.each([
  ['postgres://one.example,two.example/app', ['one.example 5432', 'two.example 5432']],
  ['postgres://one.example:5001,two.example:5002/app', ['one.example 5001', 'two.example 5002']],
  ['postgres://app:a,b@c@one.example:5001,two.example/app', ['one.example 5001', 'two.example 5432']],
  ['postgres://[::1]:5001,[fe80::2],127.0.0.1/app', ['::1 5001', 'fe80::2 5432', '127.0.0.1 5432']],
  ['postgres://app@localhost/app?host=one.example,two.example', ['one.example 5432', 'two.example 5432']],
  ['postgres:///app?host=one.example,%2Frun%2Fpostgresql', ['one.example 5432', '/run/postgresql 5432']],
  ['postgres:///app?host=one.example,::1&port=5001,5002', ['one.example 5001', '::1 5002']],
  ['postgres:///app?host=one.example,two.example&port=5001', ['one.example 5001', 'two.example 5001']],
])('%s names several hosts', (url, places) => {
  expect(placesOf(url)).toEqual(places);
});

test('each of several hosts has user, database and parameters of the URL', () => {
  const { urls, timeoutMs } = connectionTargets(
    'postgres://app:p%40ss@one.example,two.example/lab?sslmode=require',
  );
  expect(
    urls.map((url) => new URL(url)).map(({ username, password, pathname }) => [username, password, pathname]),
  ).toEqual(Array.from({ length: 2 }, () => ['app', 'p%40ss', '/lab']));
  expect(urls.every((url) => url.includes('sslmode=require&') && url.includes('uselibpqcompat=true'))).toBe(
    true,
  );
  expect(timeoutMs).toBe(3_000);
});

test('connect_timeout and load_balance_hosts are taken from the URL', () => {
  expect(
    connectionTargets('postgres://one.example,two.example/app?connect_timeout=7&load_balance_hosts=random'),
  ).toMatchObject({ timeoutMs: 7_000, isRandom: true });
  expect(connectionTargets('postgres://one.example/app?connect_timeout=0')).toMatchObject({
    timeoutMs: 10_000,
    isRandom: false,
  });
});

test.each(['any', 'read-write', 'primary'])('target_session_attrs=%s looks for a writable host', (wanted) => {
  expect(placesOf(`postgres://one.example,two.example/app?target_session_attrs=${wanted}`)).toHaveLength(2);
});

test.each<[string, RegExp]>([
  ['mysql://db.example/app', /^The URL must be a PostgreSQL URL such as /],
  ['postgres://db.example:port/app', /^The URL must be a PostgreSQL URL such as /],
  ['postgres://one.example:x,two.example/app', /^The URL must be a PostgreSQL URL such as /],
  ['postgres://one.example:0,two.example/app', /^The URL names the port 0: ports are from 1 to 65535\.$/],
  ['postgres://one.example,two.example:65536/app', /^The URL names the port 65536: /],
  [
    'postgres://one.example,,two.example/app',
    /^The URL names several hosts, one of them by nothing: name each\.$/,
  ],
  ['postgres:///app?host=a,b,c&port=1,2', /^The URL names 3 hosts and 2 ports: name one port for each\.$/],
  [
    'postgres://a.example/app?connect_timeout=soon',
    /^The URL says connect_timeout=soon: it must be a number of seconds\.$/,
  ],
  [
    'postgres://a.example/app?load_balance_hosts=yes',
    /^The URL says load_balance_hosts=yes: it must be disable or random\.$/,
  ],
  [
    'postgres://a.example/app?target_session_attrs=writer',
    /^The URL says target_session_attrs=writer: it must be any or /,
  ],
])('%s is refused with a sentence', (url, sentence) => {
  expect(() => connectionTargets(url, 'The URL')).toThrow(sentence);
});

test.each(['standby', 'read-only', 'prefer-standby'])('target_session_attrs=%s is refused', (wanted) => {
  const url = `postgres://one.example,two.example/app?target_session_attrs=${wanted}`;
  expect(() => connectionTargets(url)).toThrow(
    `DATABASE_URL asks for target_session_attrs=${wanted}, but the server writes`,
  );
});
