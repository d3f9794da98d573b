import { describe, expect, test } from 'vitest';
import { headKey, parseBody, parseHead, type RawRequest } from './request.ts';

const raw = (method: string, path: string, fields: Partial<RawRequest> = {}): RawRequest => ({
  method,
  path,
  query: '',
  headers: {},
  body: Buffer.from('{}'),
  ...fields,
});

const head = (method: string, path: string, headers: RawRequest['headers'] = {}, schemas = ['api', 'more']) =>
  parseHead(raw(method, path, { headers }), schemas);

describe('method and path determine the operation and its target', () => {
  test.each([
    ['GET', '/a', 'read', 'a'],
    ['HEAD', '/a', 'read', 'a'],
    ['POST', '/a', 'create', 'a'],
    ['PUT', '/a', 'create', 'a'],
    ['PATCH', '/a', 'update', 'a'],
    ['DELETE', '/a', 'delete', 'a'],
    ['GET', '/rpc/f', 'call', 'f'],
    ['HEAD', '/rpc/f', 'call', 'f'],
    ['POST', '/rpc/f', 'call', 'f'],
    ['GET', '/rpc', 'read', 'rpc'],
    ['GET', '/a%20b%2Fc', 'read', 'a b/c'],
    ['GET', '/rpc/f%2Fg', 'call', 'f/g'],
  ])('%s %s', (method, path, action, name) => {
    expect(head(method, path)).toMatchObject({ action, method, target: { name, schema: 'api' } });
  });

  test.each([
    ['GET', '', 404, 'PGRST125'],
    ['POST', '/', 404, 'PGRST125'],
    ['GET', '/a/b', 404, 'PGRST125'],
    ['GET', '/a/', 404, 'PGRST125'],
    ['GET', '//a', 404, 'PGRST125'],
    ['GET', '/rpc/', 404, 'PGRST125'],
    ['GET', '/rpc/f/g', 404, 'PGRST125'],
    ['GET', '/%', 404, 'PGRST125'],
    ['PATCH', '/rpc/f', 405, 'PGRST101'],
    ['DELETE', '/rpc/f', 405, 'PGRST101'],
    ['OPTIONS', '/a', 405, 'PGRST117'],
    ['get', '/a', 405, 'PGRST117'],
  ])('%s %s is refused', (method, path, status, code) => {
    expect(() => head(method, path)).toThrow(
      expect.objectContaining({ status, body: expect.objectContaining({ code }) }),
    );
  });
});

describe('the schema', () => {
  test.each([
    ['GET', {}, 'api'],
    ['GET', { 'accept-profile': 'more' }, 'more'],
    ['HEAD', { 'accept-profile': 'more' }, 'more'],
    ['GET', { 'content-profile': 'more' }, 'api'],
    ['POST', { 'content-profile': 'more' }, 'more'],
    ['PATCH', { 'content-profile': 'more' }, 'more'],
    ['DELETE', { 'content-profile': 'more' }, 'more'],
    ['DELETE', { 'accept-profile': 'more' }, 'api'],
  ])('%s with %j uses %s', (method, headers, schema) => {
    expect(head(method, '/a', headers as RawRequest['headers']).target.schema).toBe(schema);
  });

  test.each(['auth', '', 'API', 'api, more'])('%s is not exposed', (profile) => {
    expect(() => head('GET', '/a', { 'accept-profile': profile })).toThrow(`Invalid schema: ${profile}`);
  });

  test('is named in the response if there are several, or a profile', () => {
    expect(head('GET', '/a').namesSchema).toBe(true);
    expect(head('GET', '/a', {}, ['api']).namesSchema).toBe(false);
    expect(head('GET', '/a', { 'accept-profile': 'api' }, ['api']).namesSchema).toBe(true);
  });
});

test('a Range header is used for GET only', () => {
  const ranges = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'].map(
    (method) => head(method, '/a', { range: '5-9' }).range,
  );
  expect(ranges.map(({ offset }) => offset)).toEqual([5, 0, 0, 0, 0]);
});

test('a header given twice is one list', () => {
  const { accept, preferences } = head('GET', '/a', {
    accept: ['a/b', 'c/d'],
    prefer: ['count=exact', 'tx=commit'],
  });
  expect(accept.map(({ type }) => type)).toEqual(['a/b', 'c/d']);
  expect(preferences).toMatchObject({ count: 'exact', transaction: 'commit' });
});

describe('a body', () => {
  const bodyOf = (method: string, path: string) => {
    const request = raw(method, path, { body: Buffer.from('no JSON') });
    return () => parseBody(parseHead(request, ['api']), request);
  };

  test.each(['GET /a', 'HEAD /a', 'DELETE /a', 'GET /rpc/f', 'HEAD /rpc/f'])('%s has none', (line) => {
    const [method = '', path = ''] = line.split(' ');
    expect(bodyOf(method, path)()).toBeNull();
  });

  test.each(['POST /a', 'PUT /a', 'PATCH /a', 'POST /rpc/f'])('%s has one', (line) => {
    const [method = '', path = ''] = line.split(' ');
    expect(bodyOf(method, path)).toThrow('Empty or invalid json');
  });

  test('takes its keys from `columns`', () => {
    const request = raw('POST', '/a', { query: 'columns=x,y' });
    expect(parseBody(parseHead(request, ['api']), request)).toMatchObject({ keys: ['x', 'y'] });
  });
});

test('arguments of a function come by GET and HEAD, not by POST', () => {
  const query = 'a=1&b=eq.2';
  const read = (method: string) => parseHead(raw(method, '/rpc/f', { query }), ['api']).query;
  expect([read('GET').arguments, read('GET').filters.length]).toEqual([[['a', '1']], 1]);
  expect(read('HEAD').arguments).toEqual([['a', '1']]);
  expect(() => read('POST')).toThrow('failed to parse filter (1)');
});

test('equivalent request heads have the same key, others do not', () => {
  const one = raw('GET', '/a', { headers: { accept: 'a/b', 'user-agent': 'x', authorization: 'y' } });
  const same = raw('GET', '/a', { headers: { accept: 'a/b' }, body: Buffer.from('other') });
  expect(headKey(one)).toBe(headKey(same));
  const others = [
    raw('HEAD', '/a'),
    raw('GET', '/b'),
    raw('GET', '/a', { query: 'x' }),
    ...['accept', 'prefer', 'accept-profile', 'content-profile', 'range'].map((name) =>
      raw('GET', '/a', { headers: { [name]: 'x' } }),
    ),
    raw('GET', '/a', { headers: { accept: '' } }),
    raw('GET', '/a', { headers: { 'accept-profile': '' } }),
  ];
  expect(new Set([raw('GET', '/a'), ...others].map(headKey)).size).toBe(others.length + 1);
});
