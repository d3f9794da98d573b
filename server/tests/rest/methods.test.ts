import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

describe('OPTIONS lists allowed methods', () => {
  it.each([
    ['/', 'OPTIONS,GET,HEAD'],
    ['/people', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/keyless', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
    ['/places_view', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/task_counts', 'OPTIONS,GET,HEAD'],
    ['/outer_people', 'OPTIONS,GET,HEAD,POST'],
    ['/readings', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/secrets', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/rpc/add', 'OPTIONS,GET,HEAD,POST'],
    ['/rpc/nothing', 'OPTIONS,POST'],
  ])('%s: %s', async (path, allow) => {
    const { status, text, headers } = await lab.ask(path, {
      method: 'OPTIONS',
      headers: { 'accept-profile': 'lab' },
    });
    expect([status, text, headers.get('allow')]).toEqual([200, '', allow]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['/nope', 'PGRST205'],
    ['/readings_2025', 'PGRST205'],
    ['/rpc/nope', 'PGRST202'],
    ['/rpc/half_named', 'PGRST202'],
    ['/people/1', 'PGRST125'],
  ])('%s is not there: %s', async (path, code) => {
    const headers = { 'accept-profile': 'lab' };
    const { status, body } = await lab.ask(path, { method: 'OPTIONS', headers });
    expect([status, body.code]).toEqual([404, code]);
  });

  it('reads the schema from accept-profile', async () => {
    const ask = (schema: string) =>
      lab.ask('/people', { method: 'OPTIONS', schema: null, headers: { 'accept-profile': schema } });
    expect([(await ask('lab')).status, (await ask('public')).status, (await ask('auth')).status]).toEqual([
      200, 404, 406,
    ]);
  });

  it('answers preflight requests without a key', async () => {
    const response = await fetch(`${lab.url}/rest/v1/nope`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,prefer',
      },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([204, null]);
    expect(response.headers.get('access-control-allow-methods')).toMatch(/\bPATCH\b/);
    expect(response.headers.get('access-control-allow-headers')).toBe('apikey,prefer');
  });
});

/** A method that fetch does not know. */
const send = (method: string, path: string) =>
  new Promise<[status: number | undefined, code: string]>((resolve, reject) => {
    const headers = { apikey: lab.publishableKey, 'accept-profile': 'lab' };
    request(`${lab.url}/rest/v1${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve([response.statusCode, JSON.parse(text).code]));
    })
      .on('error', reject)
      .end();
  });

describe('an unsupported method is refused', () => {
  it.each([
    ['PROPFIND', '/people', 'PGRST117'],
    ['TRACE', '/people', 'PGRST117'],
    ['MKCOL', '/', 'PGRST117'],
    ['PROPFIND', '/rpc/add', 'PGRST101'],
    ['PUT', '/rpc/add', 'PGRST101'],
    ['DELETE', '/', 'PGRST117'],
  ])('%s %s: %s', async (method, path, code) => {
    expect(await send(method, path)).toEqual([405, code]);
  });
});

it.each(['/people%', '/people%ff', '/"%', '/rpc/add%'])(
  'a path that cannot be decoded is 404: %s',
  async (path) => {
    const { status, body } = await lab.ask(path);
    expect([status, body]).toEqual([
      404,
      { code: 'PGRST125', message: 'Invalid path specified in request URL', details: null, hint: null },
    ]);
  },
);

describe('HEAD is GET without its body', () => {
  it.each([
    '/people?select=id&limit=1',
    '/rpc/add?a=1',
    '/nope',
    '/people?id=eq.x',
    '/rpc/add_person?id=1&name=x',
  ])('%s', async (path) => {
    const headers = { prefer: 'count=exact' };
    const get = await lab.ask(path, { headers });
    const head = await lab.ask(path, { method: 'HEAD', headers });
    const told = (reply: typeof get) =>
      ['content-type', 'content-range', 'content-location', 'content-profile', 'proxy-status'].map((name) =>
        reply.headers.get(name),
      );
    expect([head.status, head.text, told(head)]).toEqual([get.status, '', told(get)]);
  });
});
