import { applicationHeaders } from '@solostead/contract/headers';
import { sampleApplication } from '../../harness/applicant.ts';
import { submitApplication as post } from '../../harness/applications.ts';
import { describe, expect, testLimited, type TestServer, testStarting } from '../../harness/fixtures.ts';
import { postJson } from '@solostead/server-testkit/network/post-json';

// Its own server, because shared ones trust a proxy.
const test = testStarting({ env: { LIMITS: 'on', TRUSTED_PROXIES: '' } });

const testProxied = testLimited();

describe('applications from one address', () => {
  test.beforeEach(({ server }) => forgetCallers(server));

  test('are limited to ten in ten minutes, then refused with the time to try again', async ({ server }) => {
    // No proxy is trusted, so the address that a request claims does not count.
    const claim = (index: number) => ({
      'x-forwarded-for': `192.0.2.${index}`,
      forwarded: `for=192.0.2.${index}`,
      'solostead.limits': 'off',
    });
    const found = await statuses(10, (index) => post(server, sampleApplication(), claim(index)));
    expect(found).toEqual(times(10, 201));
    const response = await post(server, sampleApplication(), claim(10));
    expect(response.status).toBe(429);
    const error = (await response.json()) as { details: string };
    expect(error).toMatchObject({
      code: 'too_many_applications',
      message: expect.stringMatching(
        /^Too many applications came from your network\. Please try again in \d+ minutes\.$/,
      ),
    });
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(400);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(error.details).toBe(String(seconds));
    expect(response.headers.get('access-control-expose-headers')).toMatch(/retry-after/i);

    await passTime(server, '9 minutes');
    expect((await post(server, sampleApplication())).status).toBe(429);
    await passTime(server, '1 minute 1 second');
    expect((await post(server, sampleApplication())).status).toBe(201);
  });

  test('count if they are duplicates, under every spelling of the URL', async ({ server }) => {
    const known = sampleApplication();
    await post(server, known);
    await server.sql('delete from private.rate_counts');
    const paths = ['%61pplications', `applications?columns=${Object.keys(known).join(',')}`, 'applications?'];
    const found = await statuses(12, (index) =>
      postJson(server, `/rest/v1/${paths[index % 3]}`, { ...known, email: `${index}-${known.email}` }),
    );
    expect(found).toEqual([...times(10, 409), ...times(2, 429)]);
  });

  test('over the limit write nothing, so that a flood of them does not wait for itself', async ({
    server,
  }) => {
    await statuses(11, () => post(server, sampleApplication()));
    const rows = () =>
      server.sql('select subject, xmin::text, xmax::text from private.rate_counts order by 1');
    const before = await rows();
    expect(await statuses(2, () => post(server, sampleApplication()))).toEqual(times(2, 429));
    expect(await rows()).toEqual(before);
  });

  test('leave no readable address behind, and are not counted for the secret key', async ({ server }) => {
    expect(await statuses(12, () => post(server, sampleApplication(), { apikey: server.secretKey }))).toEqual(
      times(12, 201),
    );
    await post(server, sampleApplication());
    const stored = await server.column<Buffer>('select subject from private.rate_counts');
    expect(stored.map((subject) => subject.length)).toEqual([32, 32]);
  });
});

describe('behind a trusted proxy', () => {
  testProxied.beforeEach(({ server }) => forgetCallers(server));
  const from = (server: TestServer, address: string) =>
    post(server, sampleApplication(), { 'x-forwarded-for': address });

  testProxied('clients are counted, and the addresses that they add are ignored', async ({ server }) => {
    const found = await statuses(11, (index) => from(server, `203.0.113.${index}, 198.51.100.7`));
    expect(found).toEqual([...times(10, 201), 429]);
    expect((await from(server, '198.51.100.8')).status).toBe(201);
  });

  testProxied('the IPv6 addresses of one household do not raise the limit', async ({ server }) => {
    const found = await statuses(12, (index) => from(server, `2001:db8:1:2:${index}::${index}`));
    expect(found).toEqual([...times(10, 201), ...times(2, 429)]);
  });

  testProxied('an address over its limit does not use up its neighbours’ limit', async ({ server }) => {
    await server.sql("update private.rate_limits set per_network = 12 where purpose = 'application'");
    await statuses(30, () => from(server, '198.18.7.1'));
    const neighbours = await statuses(3, (index) => from(server, `198.18.7.${index + 2}`));
    expect(neighbours).toEqual([201, 201, 429]);
    expect((await from(server, '198.18.8.1')).status).toBe(201);
    await server.sql("update private.rate_limits set per_network = 100 where purpose = 'application'");
  });
});

describe('the signals of the form', () => {
  test.beforeEach(({ server }) => forgetCallers(server));

  test.for([
    ['nothing', {}, 201],
    [
      'an empty trap and two seconds',
      { [applicationHeaders.honeypot]: '', [applicationHeaders.elapsed]: '2000' },
      201,
    ],
    ['a filled trap', { [applicationHeaders.honeypot]: 'https://example.org' }, 400],
    ['less than two seconds', { [applicationHeaders.elapsed]: '1999' }, 400],
    ['a negative time', { [applicationHeaders.elapsed]: '-1' }, 400],
    ['an invalid time', { [applicationHeaders.elapsed]: '1e9' }, 400],
    ['a very long time', { [applicationHeaders.elapsed]: '9'.repeat(12) }, 201],
    ['an endless time', { [applicationHeaders.elapsed]: '9'.repeat(300) }, 400],
  ])('%s is answered %j with %i', async ([_what, headers, status], { server }) => {
    const row = sampleApplication();
    const response = await post(server, row, headers as Record<string, string>);
    expect(response.status).toBe(status);
    const stored = await server.sql`select from public.applications where email = ${row.email}`;
    expect(stored).toHaveLength(status === 201 ? 1 : 0);
  });
});
const statuses = async (count: number, send: (index: number) => Promise<Response>) => {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await send(index)).status);
  return found;
};
const forgetCallers = (server: TestServer) => server.sql('delete from private.rate_counts');
const times = (count: number, status: number) => Array<number>(count).fill(status);

/** Lets the counting windows be over. */
const passTime = (server: TestServer, interval: string) =>
  server.sql`update private.rate_counts set ends_at = ends_at - ${interval}::interval`;
