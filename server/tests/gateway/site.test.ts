import { sendRaw } from '@solostead/server-testkit/network/raw-request';
import { expect, test, type TestServer } from '@solostead/server-testkit/fixtures';

// serve-site.test.ts and load-site.test.ts have the other paths.
test.for([
  '/../../../../etc/hosts',
  '/..%2f..%2f..%2fetc%2fhosts',
  '//evil.example/index.html',
  '/\\evil.example/',
  '/%2f%2fevil.example/..',
])('%s is not a file of the site, and does not redirect', async (path, { server }) => {
  // fetch would tidy such paths up before sending them.
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const { status, headers, body } = await sendRaw(server.url, request);
  expect([status, headers.get('location')]).toEqual([404, null]);
  expect(body).toContain('<title>Not found');
});

test('a page has its policy, and HEAD answers like GET without a body', async ({ server }) => {
  const page = await get(server, '/');
  expect(await page.text()).toContain('<title>Notes');
  const policy = page.headers.get('content-security-policy')!;
  expect(policy).toMatch(/default-src 'none'; script-src 'self'.*frame-ancestors 'none'/);
  const head = await fetch(`${server.url}/`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('content-security-policy')).toBe(policy);
});

test('an unknown path is the not-found page with status 404, and logged', async ({ server }) => {
  const response = await get(server, '/no/such%20page?secret=1');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<title>Not found');
  await expect.poll(() => server.log.some((line) => line['attempted'] === '/no/such page')).toBe(true);
});

test('the log has no secret of a link whose question mark is encoded, however often, or lost', async ({
  server,
}) => {
  for (const mark of ['%3F', '%253F', '%25253f', '&', '%26', ';', '%3B', ''])
    expect((await get(server, `/my-application${mark}key=hush-hush`)).status).toBe(404);
  await expect.poll(() => server.log.some((line) => line['attempted'] === '/my-application')).toBe(true);
  await expect.poll(() => server.log.some((line) => line['path'] === '/my-application')).toBe(true);
  expect(JSON.stringify(server.log)).not.toContain('hush-hush');
});

const get = (server: TestServer, path: string) => fetch(`${server.url}${path}`, { redirect: 'manual' });
