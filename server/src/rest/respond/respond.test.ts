import { describe, expect, test } from 'vitest';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RestError } from '../errors.ts';
import { fixtureCatalogue } from '../../../tests/golden/fixture.ts';
import { type Ask, prepareScenario } from '../../../tests/golden/scenario.ts';
import type { AnswerRow, Prepared } from '../sql/statement.ts';
import { respond } from './respond.ts';

const catalogue = fixtureCatalogue();
const onlyLab = { ...catalogue, schemas: ['lab'] };

/** The answer to a request, given what PostgreSQL said. */
async function answerTo(
  requested: Ask,
  fromDatabase: Partial<AnswerRow> = {},
  estimate: number | null = null,
  known: Catalogue = onlyLab,
) {
  const { request, outcome } = await prepareScenario(requested, known);
  const row = {
    total: null,
    rows: '2',
    body: '1,2',
    location: null,
    inserted: null,
    headers: null,
    status: null,
  };
  return respond(request!, (outcome as Prepared).plan, { row: { ...row, ...fromDatabase }, estimate });
}

const JSON_TYPE = 'application/json; charset=utf-8';

const read = (status: number, range: string, location: string, more: object = {}) => ({
  status,
  headers: { 'content-range': range, 'content-location': location, 'content-type': JSON_TYPE, ...more },
  body: '[1,2]',
});

describe('a read', () => {
  test('has Content-Range, and Content-Location with sorted parameters', async () => {
    expect(await answerTo('GET /tasks?select=id&name=eq.1')).toEqual(
      read(200, '0-1/*', '/tasks?name=eq.1&select=id'),
    );
    expect(await answerTo('GET /odd%20%22names%22?apikey=x')).toMatchObject({
      headers: { 'content-location': '/odd%20%22names%22' },
    });
  });

  test('names the schema if several are exposed', async () => {
    expect(await answerTo('GET /tasks', {}, null, catalogue)).toEqual(
      read(200, '0-1/*', '/tasks', { 'content-profile': 'lab' }),
    );
  });

  test.each<
    readonly [title: string, query: string, fromDatabase: Partial<AnswerRow>, status: number, range: string]
  >([
    ['all there are', '', { total: '2' }, 200, '0-1/2'],
    ['a part of them', '', { total: '3' }, 206, '0-1/3'],
    ['a part from the middle', '?offset=5', { total: '9' }, 206, '5-6/9'],
    ['none, of none', '', { rows: '0', total: '0' }, 200, '*/0'],
    ['none behind the last', '?offset=9', { rows: '0', total: '9' }, 206, '*/9'],
    ['none, not counted', '', { rows: '0' }, 200, '*/0'],
  ])('%s', async (_title, query, fromDatabase, status, range) => {
    const expected = fromDatabase.total === undefined ? range.replace('/0', '/*') : range;
    const prefer = fromDatabase.total === undefined ? 'return=minimal' : 'count=exact';
    expect(await answerTo({ ask: `GET /tasks${query}`, prefer }, fromDatabase)).toMatchObject({
      status,
      headers: { 'content-range': expected },
    });
  });

  test('a range that begins after the last row is refused', async () => {
    const requested = answerTo(
      { ask: 'GET /tasks?offset=10', prefer: 'count=exact' },
      { rows: '0', total: '9' },
    );
    await expect(requested).rejects.toMatchObject({
      status: 416,
      body: { code: 'PGRST103', details: 'An offset of 10 was requested, but there are only 9 rows.' },
    });
  });

  test.each<readonly [count: string, total: string | null, estimate: number, range: string]>([
    ['planned', null, 50, '0-1/50'],
    ['planned', null, 1, '0-1/1'],
    ['estimated', '2', 5000, '0-1/2'],
    ['estimated', '1000', 5000, '0-1/1000'],
    ['estimated', '1001', 5000, '0-1/5000'],
    ['estimated', '1001', 7, '0-1/1001'],
  ])('%s, counted to %s, estimated %s: %s', async (count, total, estimate, range) => {
    const { headers } = await answerTo({ ask: 'GET /tasks', prefer: `count=${count}` }, { total }, estimate);
    expect(headers).toMatchObject({ 'content-range': range, 'preference-applied': `count=${count}` });
  });

  test('HEAD has the headers of GET, and no body', async () => {
    expect(await answerTo('HEAD /tasks')).toEqual({ ...read(200, '0-1/*', '/tasks'), body: '' });
  });

  test.each([
    ['text/csv', 'text/csv; charset=utf-8'],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    ],
    ['application/vnd.pgrst.plan', 'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8'],
  ])('%s', async (accept, type) => {
    expect(await answerTo({ ask: 'GET /tasks', headers: { accept } })).toMatchObject({
      headers: { 'content-type': type },
    });
  });

  test.each(['0', '2'])('a single object of %s rows is refused', async (rows) => {
    const headers = { accept: 'application/vnd.pgrst.object+json' };
    await expect(answerTo({ ask: 'GET /tasks', headers }, { rows })).rejects.toMatchObject({
      status: 406,
      body: { code: 'PGRST116', details: `The result contains ${rows} rows` },
    });
  });
});

describe('a write', () => {
  const body = { id: 1, name: 'A' };
  const merge = 'resolution=merge-duplicates';
  const ignore = 'resolution=ignore-duplicates';
  const strict = 'handling=strict';
  const full = 'return=representation';
  type FromDatabase = Partial<AnswerRow>;
  const rows: readonly (readonly [
    ask: string,
    prefer: string,
    FromDatabase,
    number,
    string,
    applied?: string,
  ])[] = [
    ['POST /people', '', {}, 201, '*/*'],
    ['POST /people', 'return=minimal', {}, 201, '*/*', 'return=minimal'],
    ['POST /people', full, {}, 201, '*/*', full],
    ['POST /people', 'count=exact', {}, 201, '*/2', 'count=exact'],
    ['POST /people', 'count=planned', {}, 201, '*/*', 'count=planned'],
    ['POST /people', merge, { inserted: '2' }, 201, '*/*', merge],
    ['POST /people', merge, { inserted: '1' }, 201, '*/*', merge],
    ['POST /people', merge, { inserted: '0' }, 200, '*/*', merge],
    ['POST /people', merge, {}, 201, '*/*', merge],
    ['POST /people', ignore, { inserted: '0' }, 201, '*/*', ignore],
    ['POST /people', 'missing=default', {}, 201, '*/*', 'missing=default'],
    ['PUT /people?id=eq.1', '', { inserted: '1' }, 201, '*/*'],
    ['PUT /people?id=eq.1', '', { inserted: '0' }, 204, '*/*'],
    ['PUT /people?id=eq.1', `${full},missing=default`, { inserted: '0' }, 200, '*/*', full],
    ['PATCH /people?id=eq.1', '', {}, 204, '0-1/*'],
    ['PATCH /people?id=eq.1', '', { rows: '0' }, 204, '*/*'],
    ['PATCH /people?id=eq.1', full, {}, 200, '0-1/*', full],
    ['PATCH /people?id=eq.1', 'count=exact', {}, 204, '0-1/2', 'count=exact'],
    ['PATCH /people?id=eq.1', `${strict},max-affected=5`, {}, 204, '0-1/*', `${strict}, max-affected=5`],
    ['PATCH /people?id=eq.1', 'max-affected=5', {}, 204, '0-1/*'],
    ['DELETE /people?id=eq.1', '', {}, 204, '*/*'],
    ['DELETE /people?id=eq.1', `${full},missing=default`, {}, 200, '*/*', full],
    ['DELETE /people?id=eq.1', 'tx=rollback', {}, 204, '*/*', 'tx=rollback'],
    ['DELETE /people?id=eq.1', 'tx=commit,timezone=UTC,color=red', {}, 204, '*/*', 'tx=commit, timezone=UTC'],
  ];
  test.for(rows)('%s, Prefer %s, %j: %s', async ([ask, prefer, fromDatabase, status, range, applied]) => {
    const answered = await answerTo({ ask, prefer, body }, fromDatabase);
    const shows = prefer.includes(full);
    expect(answered).toEqual({
      status,
      headers: {
        'content-range': range,
        ...(shows ? { 'content-type': JSON_TYPE } : {}),
        ...(applied ? { 'preference-applied': applied } : {}),
      },
      body: shows ? '[1,2]' : '',
    });
  });

  test.each<readonly [path: string, location: [string, string][], expected: string]>([
    ['/people', [['id', '1']], '/people?id=eq.1'],
    [
      '/compound',
      [
        ['a', '1'],
        ['b', 'x y&z'],
      ],
      '/compound?a=eq.1&b=eq.x%20y%26z',
    ],
    ['/odd%20%22names%22', [['the key', '1']], '/odd%20%22names%22?the%20key=eq.1'],
  ])('returns the Location of the new row in %s', async (path, location, expected) => {
    const written = { people: body, compound: { a: 1, b: 'x' } }[path.slice(1)] ?? { 'the key': 1 };
    const requested = { ask: `POST ${path}`, prefer: 'return=headers-only', body: written };
    expect(await answerTo(requested, { rows: '1', location })).toMatchObject({
      status: 201,
      headers: { location: expected },
    });
  });

  test('a relation without a primary key accepts no resolution', async () => {
    const requested = { ask: 'POST /keyless', prefer: merge, body: { note: 'A' } };
    expect((await answerTo(requested)).headers).not.toHaveProperty('preference-applied');
  });
});

describe('a call', () => {
  test('has no Content-Location, and no content if it returns void', async () => {
    expect(await answerTo('GET /rpc/all_projects')).toEqual({
      status: 200,
      headers: { 'content-range': '0-1/*', 'content-type': JSON_TYPE },
      body: '[1,2]',
    });
    expect(await answerTo('POST /rpc/nothing', { rows: '1' })).toEqual({
      status: 204,
      headers: { 'content-range': '0-0/*' },
      body: '',
    });
  });

  test('returns no body for HEAD, and for POST with return=minimal', async () => {
    const minimal = { ask: 'POST /rpc/add', prefer: 'return=minimal', body: { a: 1 } };
    expect((await answerTo(minimal, { rows: '1' })).body).toBe('');
    expect((await answerTo('HEAD /rpc/add?a=1', { rows: '1' })).body).toBe('');
    expect((await answerTo({ ask: 'GET /rpc/add?a=1', prefer: 'return=minimal' }, { rows: '1' })).body).toBe(
      '1,2',
    );
  });
});

describe('parts of the response that SQL sets', () => {
  test('headers and status from SQL replace the server’s own, whatever the case of the names', async () => {
    const headers = '[{"Content-Type":"image/png"},{"X-More":"1"}]';
    expect(await answerTo('GET /tasks', { headers, status: '418' })).toMatchObject({
      status: 418,
      headers: { 'content-type': 'image/png', 'x-more': '1' },
    });
  });

  test.each([
    '{}',
    '{"a":"b"}',
    'no JSON',
    '[1]',
    '[null]',
    '[["a"]]',
    '[{}]',
    '[{"a":"b","c":"d"}]',
    '[{"a":1}]',
    '[{"a b":"c"}]',
    '[{"a":"b\\r\\nc: d"}]',
    '[{"":"a"}]',
  ])('headers %s are refused', async (headers) => {
    await expect(answerTo('GET /tasks', { headers })).rejects.toMatchObject({
      status: 500,
      body: { code: 'PGRST111' },
    });
  });

  test.each(['199', '600', '20', '2000', 'OK', '-200', '2e2'])('status %s is refused', async (status) => {
    await expect(answerTo('GET /tasks', { status })).rejects.toMatchObject({
      status: 500,
      body: { code: 'PGRST112' },
    });
  });

  test('the lowest and highest status pass', async () => {
    expect((await answerTo('GET /tasks', { status: '200' })).status).toBe(200);
    expect((await answerTo('GET /tasks', { status: '599' })).status).toBe(599);
  });

  test('a refusal by the server takes precedence over what SQL sets', async () => {
    const requested = answerTo(
      { ask: 'GET /tasks', headers: { accept: 'application/vnd.pgrst.object+json' } },
      { rows: '0', status: '200' },
    );
    await expect(requested).rejects.toSatisfy(({ status }: RestError) => status === 406);
  });
});
