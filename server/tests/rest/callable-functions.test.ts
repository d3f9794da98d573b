import { describe, type Expected, expect, givesRows, it } from './fixtures.ts';

describe('parameters', () => {
  it.for<readonly [title: string, path: string, body: unknown, expected: unknown]>([
    ['of type character keep every letter', '/rpc/code', { letters: 'abc' }, 'abc'],
    ['of type bit keep every bit', '/rpc/pattern', { bits: '1011' }, '1011'],
    ['that are arrays of character keep every letter', '/rpc/joined', { codes: ['ab', 'cd'] }, 'ab-cd'],
    ['of type character keep every letter of the URL', '/rpc/code?letters=abc', undefined, 'abc'],
    ['without a name take the value of the empty key', '/rpc/echo_text', { '': 'words' }, 'words'],
    ['without a name take the value of the empty key in a URL', '/rpc/echo_text?=words', undefined, 'words'],
  ])('%s', async ([_title, path, body, expected], { lab }) => {
    const reply = await lab.ask(path, { body });
    expect([reply.status, reply.body]).toEqual([200, expected]);
  });
});

describe('a function whose arguments cannot be named', () => {
  it.for([
    ['unnamed', { '': 1 }],
    ['unnamed', {}],
    ['half_named', { a: 1, '': 2 }],
  ])('%s is not found with %j', async ([name, body], { lab }) => {
    const reply = await lab.ask(`/rpc/${name}`, { body });
    expect([reply.status, reply.body.code]).toEqual([404, 'PGRST202']);
  });
});

it.for<Expected>([
  ['one record is an object', '/rpc/a_record', { a: 1, b: 'x' }],
  [
    'several records are a list',
    '/rpc/records',
    [
      { column1: 1, column2: 'x' },
      { column1: 2, column2: 'y' },
    ],
  ],
])('%s without declared columns', givesRows);

it('sends every cookie that a function sets, and of another header the last', async ({ lab }) => {
  const { headers } = await lab.ask('/rpc/cookies', { body: {} });
  expect([headers.getSetCookie(), headers.get('x-kind')]).toEqual([['a=1', 'b=2'], 'y']);
});

it('searches a computed column that is a text search vector', async ({ lab }) => {
  const reply = await lab.ask('/projects?select=id&words=fts.cat');
  const column = await lab.ask('/projects?select=id&story=fts.cat');
  expect([reply.status, reply.body]).toEqual([200, column.body]);
});
