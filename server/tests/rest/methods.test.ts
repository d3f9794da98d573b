import { request } from 'node:http';
import { describe, expect, it, type Lab } from './fixtures.ts';

describe('OPTIONS lists allowed methods', () => {
  it.for([
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
  ] as const)('%s: %s', async ([path, allow], { lab }) => {
    const { status, text, headers } = await lab.ask(path, {
      method: 'OPTIONS',
      headers: { 'accept-profile': 'lab' },
    });
    expect([status, text, headers.get('allow')]).toEqual([200, '', allow]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it.for([
    ['/nope', 'PGRST205'],
    ['/rpc/nope', 'PGRST202'],
    ['/rpc/half_named', 'PGRST202'],
    ['/people/1', 'PGRST125'],
  ] as const)('%s is not there: %s', async ([path, code], { lab }) => {
    const headers = { 'accept-profile': 'lab' };
    const { status, body } = await lab.ask(path, { method: 'OPTIONS', headers });
    expect([status, body.code]).toEqual([404, code]);
  });

  it('reads the schema from accept-profile', async ({ lab }) => {
    const ask = (schema: string) =>
      lab.ask('/people', { method: 'OPTIONS', schema: null, headers: { 'accept-profile': schema } });
    expect([(await ask('lab')).status, (await ask('public')).status, (await ask('auth')).status]).toEqual([
      200, 404, 406,
    ]);
  });
});

/** A method that fetch does not know. */
const send = (lab: Lab, method: string, path: string) =>
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
  it.for([
    ['PROPFIND', '/people', 'PGRST117'],
    ['TRACE', '/people', 'PGRST117'],
  ] as const)('%s %s: %s', async ([method, path, code], { lab }) => {
    expect(await send(lab, method, path)).toEqual([405, code]);
  });
});

describe('HEAD is GET without its body', () => {
  it.for([
    '/people?select=id&limit=1',
    '/rpc/add?a=1',
    '/nope',
    '/people?id=eq.x',
    '/rpc/add_person?id=1&name=x',
  ])('%s', async (path, { lab }) => {
    const headers = { prefer: 'count=exact' };
    const get = await lab.ask(path, { headers });
    const head = await lab.ask(path, { method: 'HEAD', headers });
    const headersOf = (reply: typeof get) =>
      ['content-type', 'content-range', 'content-location', 'content-profile', 'proxy-status'].map((name) =>
        reply.headers.get(name),
      );
    expect([head.status, head.text, headersOf(head)]).toEqual([get.status, '', headersOf(get)]);
  });
});
