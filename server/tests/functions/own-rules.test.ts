import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signToken } from '@solostead/server-testkit/identity/token';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { endProjects, projectWith, startAlone } from '../projects/alone.ts';

const policy = `
const ORIGIN = 'https://app.example';
const own = (request) => request.headers.get('origin') === ORIGIN
  ? { 'access-control-allow-origin': ORIGIN, 'access-control-allow-credentials': 'true', 'access-control-allow-headers': 'x-own' } : {};
`;
const functions: Record<string, string> = {
  plain: `export default { fetch: () => new Response('plain') }`,
  refusing: `export default { fetch: (request) => request.method === 'POST' ? new Response('ok') : new Response('no', { status: 405 }) }`,
  throwing: `export default { fetch: async (request) => Response.json(await request.json()) }`,
  unbootable: `throw new Error('no')`,
  own: `${policy} export default { fetch: (request) => new Response(request.method === 'OPTIONS' ? null : 'own', { headers: own(request) }) }`,
  strict: `${policy} export default { fetch: (request) => own(request)['access-control-allow-origin'] ? new Response('ok', { headers: own(request) }) : new Response('no', { status: 403 }) }`,
  varying: `export default { fetch: () => new Response('x', { headers: { vary: 'Origin' } }) }`,
  guarded: `export default { fetch: (request) => new Response('guarded', { headers: { 'access-control-allow-origin': 'https://app.example' } }) }`,
  environment: `export default { fetch: (request) => Response.json({ ...process.env, url: request.url }) }`,
  refuses: `export default { fetch: () => new Response('no', { status: 401 }) }`,
};
const toml = (more = '') =>
  `${Object.keys(functions)
    .map((name) => `[functions.${name}]\nverify_jwt = ${name === 'guarded'}\n`)
    .join('')}${more}`;
const project = (more?: string) =>
  projectWith({
    'config.toml': toml(more),
    ...Object.fromEntries(
      Object.entries(functions).map(([name, code]) => [`functions/${name}/index.ts`, code]),
    ),
  });

let server: Awaited<ReturnType<typeof startAlone>>;
beforeAll(async () => {
  server = await startAlone(project(), { SMTP_URL: 'smtp://user:secret@127.0.0.1:9' });
});
afterAll(endProjects);

describe('a preflight', () => {
  const preflight = (name: string, origin: string) =>
    fetch(`${server.url}/functions/v1/${name}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-own' },
    });

  test.each([
    ['plain', 'https://other.example', 204, '*', null],
    ['refusing', 'https://other.example', 204, '*', null],
    ['throwing', 'https://other.example', 204, '*', null],
    ['unbootable', 'https://other.example', 204, '*', null],
    ['absent', 'https://other.example', 204, '*', null],
    ['own', 'https://app.example', 200, 'https://app.example', 'true'],
    ['own', 'https://other.example', 200, null, null],
    ['strict', 'https://app.example', 200, 'https://app.example', 'true'],
    ['strict', 'https://other.example', 403, null, null],
    ['varying', 'https://other.example', 200, null, null],
    ['guarded', 'https://other.example', 200, 'https://app.example', null],
  ])('of the function %s from %s is %i for %j', async (name, origin, status, allowed, credentials) => {
    const response = await preflight(name, origin);
    const { headers } = response;
    expect([
      response.status,
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-credentials'),
    ]).toEqual([status, allowed, credentials]);
    if (allowed === '*') expect(headers.get('access-control-allow-headers')).toBe('x-own');
  });

  test.each([
    ['own', 'https://other.example', null],
    ['own', 'https://app.example', 'https://app.example'],
    ['plain', 'https://other.example', '*'],
  ])('of the function %s from %s allows what the answer to GET does', async (name, origin, allowed) => {
    const { headers } = await fetch(`${server.url}/functions/v1/${name}`, { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
  });
});

describe('a key', () => {
  test.each([
    ['plain', { apikey: 'nonsense' }, 200],
    ['plain', { apikey: 'nonsense', authorization: 'Bearer nonsense' }, 200],
    ['guarded', { apikey: 'nonsense' }, 401],
    ['guarded', { apikey: 'nonsense', authorization: `Bearer ${signToken({})}` }, 401],
    ['guarded', { apikey: testKeys.publishable, authorization: `Bearer ${signToken({})}` }, 200],
    ['guarded', { apikey: testKeys.publishable, authorization: 'Bearer eyJ.e.x' }, 401],
  ])('of the function %s: %j is %i', async (name, headers, status) => {
    const response = await fetch(`${server.url}/functions/v1/${name}`, { headers: { ...headers } });
    expect(response.status).toBe(status);
    if (status === 401) expect(response.headers.get('x-relay-error')).toBe('true');
  });

  test('that is refused before a body of 6 MB is sent', async () => {
    const body = new Uint8Array(6 * 1024 * 1024);
    const response = await fetch(`${server.url}/functions/v1/guarded`, { method: 'POST', body });
    expect(response.status).toBe(401);
  });
});

test('a refused call is no error in the log', async () => {
  const refused = { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x' };
  const ids: (string | null)[] = [];
  for (const name of ['guarded', 'absent', 'refuses']) {
    const { headers } = await fetch(`${server.url}/functions/v1/${name}`, { headers: refused });
    ids.push(headers.get('x-request-id'));
  }
  // Lines of requests before may still come.
  const lines = () => server.log.filter(({ reqId }) => ids.includes(reqId as string));
  await expect.poll(() => lines().filter(({ msg }) => msg === 'request')).toHaveLength(3);
  expect(lines().filter(({ level }) => Number(level) > 30)).toEqual([]);
});

describe('the variables of a function', () => {
  const environmentOf = async ({ url }: { url: string }) =>
    (await (await fetch(`${url}/functions/v1/environment`)).json()) as Record<string, string>;

  test('lack the mail server, and have the address of this machine', async () => {
    const { SMTP_URL, SUPABASE_URL, url } = await environmentOf(server);
    const local = server.url.replace('localhost', '127.0.0.1');
    expect([SMTP_URL, SUPABASE_URL, url]).toEqual([undefined, local, `${local}/environment`]);
  });

  test('have the mail server that the project names, and API_EXTERNAL_URL', async () => {
    const named = await startAlone(project('[edge_runtime.secrets]\nSMTP_URL = "env(SMTP_URL)"\n'), {
      SMTP_URL: 'smtp://user:secret@127.0.0.1:9',
      API_EXTERNAL_URL: 'https://api.example.org',
    });
    const { SMTP_URL, SUPABASE_URL, SERVER_URL, url } = await environmentOf(named);
    expect([SMTP_URL, SUPABASE_URL, url]).toEqual([
      'smtp://user:secret@127.0.0.1:9',
      'https://api.example.org',
      'https://api.example.org/environment',
    ]);
    expect(SERVER_URL).toBe(named.url.replace('localhost', '127.0.0.1'));
  });
});
