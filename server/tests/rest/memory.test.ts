import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { needs } from '@solostead/server-testkit/needs';
import { type Ask, expect, itStarting, type Lab, untilKnown } from './fixtures.ts';

const test = itStarting({ LIMITS: 'on' });
const onLinux = needs(process.platform === 'linux', 'no /proc here');

/** The most memory that one request may take of the server and of PostgreSQL's largest process, in MB. */
const MOST_OF_ONE = 64;
/** The memory of an idle process of PostgreSQL. */
const IDLE = 8;
const MOST_OF_TWELVE = 400;

test.beforeAll(async ({ lab }) => {
  await lab.sql(`
    create table lab.papers (
      id int primary key, parent int references lab.papers, body text, attributes jsonb default '{}', data json default '{}'
    );
    insert into lab.papers
      select id, 1 + id % 4, (select string_agg(md5(id::text || n), '') from generate_series(1, 150) as n)
      from generate_series(1, 300) as id;
    create index on lab.papers (parent);
    create table lab.long_values (
      id int primary key, words text, escaped text, bytes bytea, document jsonb, text_document json, list text[],
      number numeric, numbers jsonb
    );
    insert into lab.long_values select 1, repeat('word ', 2000000), repeat(chr(1), 2000000), decode(repeat('00', 10000000), 'hex'),
      jsonb_build_object('a', repeat('word ', 2000000)), json_build_object('a', repeat('word ', 2000000)),
      array[repeat('word ', 2000000)], '1e131071', (select jsonb_agg('1e131071'::numeric) from generate_series(1, 5000));
    create table lab.several (id int primary key, long_value int references lab.long_values, words text);
    insert into lab.several select id, 1, 'word' from generate_series(1, 300) as id;
    create table lab.documents (id int primary key, document jsonb, list text);
    insert into lab.documents
      select 1, (repeat('{"a":', 300) || to_json(repeat('a', 900000)) || repeat('}', 300))::jsonb, '{' || repeat('1,', 450000) || '1}';
    create type lab.pair as (one text, other numeric);
    create table lab.mixed (id int primary key, row_value lab.pair, row_list lab.pair[], number_list numeric[], document_list jsonb[]);
    insert into lab.mixed
      select 1, row(repeat('word ', 2000000), 1)::lab.pair, array(select row('a', '1e131071')::lab.pair from generate_series(1, 3000)),
        array(select '1e131071'::numeric from generate_series(1, 3000)),
        array(select to_jsonb('1e131071'::numeric) from generate_series(1, 3000));
    create function lab.shouted(lab.papers) returns text language sql stable as 'select upper($1.body)';
    create function lab.all_papers() returns setof lab.papers language sql stable as 'select * from lab.papers';
    create function lab.long_text() returns text language sql stable as 'select words from lab.long_values';
    create function lab.grow() returns int language sql stable as 'select length(repeat(''x'', 700000000))';
    grant select, insert, update, delete on lab.papers, lab.long_values, lab.several, lab.documents, lab.mixed to anon;
    grant execute on all functions in schema lab to anon;
    alter role authenticated set statement_timeout = '60s';
    alter role anon set statement_timeout = '60s'`);
  await untilKnown(lab, 'several');
});

/** A column under several names. */
const times = (count: number, column: string) =>
  Array.from({ length: count }, (_, index) => `a${index}:${column}`).join(',');

const nested = (levels: number, inner: string): string =>
  levels === 0 ? inner : `id,papers!parent(${nested(levels - 1, inner)})`;

const repeated = (count: number, filter: string) => Array(count).fill(filter).join('&');

const steps = Array(9).fill('a').join('->');

const csv = { headers: { accept: 'text/csv' } };
const object = { headers: { accept: 'application/vnd.pgrst.object+json' } };
const returned = { method: 'PATCH', headers: { prefer: 'return=representation' } };
const upserted = { method: 'POST', headers: { prefer: 'return=representation,resolution=merge-duplicates' } };

/** Requests with their status, 400 for those that are refused as too large. */
const asks: readonly (readonly [title: string, status: number, path: string, ask: Ask])[] = [
  ['a column of many rows 200 times', 400, `/papers?select=${times(200, 'body')}`, {}],
  ['the same in CSV', 400, `/papers?select=${times(200, 'body')}`, csv],
  ['all rows', 200, `/papers`, {}],
  ['as many rows as possible', 200, `/papers?select=id,${times(5, 'body')}`, {}],
  ['as many rows as possible in CSV', 200, `/papers?select=id,${times(5, 'body')}`, csv],
  [
    'as many rows as possible in lists',
    200,
    `/papers?select=papers!parent(id,${times(11, 'body')})&id=lte.1`,
    {},
  ],
  ['a list in itself', 400, `/papers?select=${nested(3, times(40, 'body'))}`, {}],
  ['lists of lists', 400, `/papers?select=${times(12, `papers!parent(${times(15, 'body')})`)}`, {}],
  ['spread lists', 400, `/papers?select=id,...papers!parent(${times(40, 'body')})&id=lte.4`, {}],
  ['a list of 40 columns', 400, `/papers?select=papers!parent(${times(40, 'body')})&id=lte.4`, {}],
  ['rows of another table', 400, `/several?select=id,${times(20, 'long_values(words)')}`, {}],
  ['spread rows', 400, `/several?select=id,...long_values(${times(100, 'words')})`, {}],
  ['a long column', 400, `/long_values?select=words`, {}],
  ['a long column 200 times', 400, `/long_values?select=${times(200, 'words')}`, {}],
  ['a long column 200 times as an object', 400, `/long_values?select=${times(200, 'words')}`, object],
  ['one name 200 times', 400, `/long_values?select=${Array(200).fill('words').join(',')}`, {}],
  ['a long column in CSV', 400, `/long_values?select=${times(200, 'words')}`, csv],
  ['escaped characters', 400, `/long_values?select=escaped`, {}],
  ['escaped characters in CSV', 200, `/long_values?select=escaped`, csv],
  ['bytes', 400, `/long_values?select=${times(200, 'bytes')}`, {}],
  ['a long document 200 times', 400, `/long_values?select=${times(200, 'document')}`, {}],
  ['a long text of JSON 200 times', 400, `/long_values?select=${times(200, 'text_document')}`, {}],
  ['a path into a long document 200 times', 400, `/long_values?select=${times(200, 'document->a')}`, {}],
  ['a text of a long document 200 times', 400, `/long_values?select=${times(200, 'document->>a')}`, {}],
  ['a path into a text of JSON 200 times', 400, `/long_values?select=${times(200, 'text_document->a')}`, {}],
  ['casts of a long column', 400, `/long_values?select=${times(200, 'words::varchar')}`, {}],
  ['a path of many steps', 400, `/documents?select=document->${Array(40).fill('a').join('->')}`, {}],
  ['a text as a list', 400, `/documents?select=${times(16, 'list::_text')}`, {}],
  ['a text as a document', 400, `/documents?select=${times(16, 'list::jsonb')}`, {}],
  ['many patterns', 400, `/long_values?select=id&${repeated(100, 'words=like.*ord*')}`, {}],
  [
    'patterns in alternatives',
    400,
    `/long_values?select=id&or=(${Array(50).fill('words.match.ord').join(',')})`,
    {},
  ],
  [
    'a list of patterns',
    400,
    `/long_values?select=id&words=like(any).{${Array(100).fill('x*').join(',')}}`,
    {},
  ],
  ['filters by a path', 400, `/documents?select=id&${repeated(50, `document->${steps}->>b=is.null`)}`, {}],
  [
    'sort keys of a path',
    400,
    `/documents?select=id&order=${Array(50).fill(`document->${steps}`).join(',')}`,
    {},
  ],
  ['casts into JSON', 400, `/long_values?select=${times(200, 'text_document::jsonb')}`, {}],
  ['a long list 200 times', 400, `/long_values?select=${times(200, 'list')}`, {}],
  ['a number of many digits 200 times', 400, `/long_values?select=${times(200, 'number')}`, {}],
  ['a document of numbers of many digits', 400, `/long_values?select=numbers`, {}],
  ['a row as a value', 400, `/mixed?select=${times(40, 'row_value')}`, {}],
  ['a list of rows with numbers of many digits', 400, `/mixed?select=row_list`, {}],
  ['a list of numbers of many digits', 400, `/mixed?select=number_list`, {}],
  ['a list of documents with such numbers', 400, `/mixed?select=document_list`, {}],
  ['such a list in CSV', 400, `/mixed?select=number_list`, csv],
  ['a computed column of many rows', 400, `/papers?select=${times(10, 'shouted')}`, {}],
  ['ordered rows', 400, `/several?select=id,long_values(words,list)&order=long_values(number)`, {}],
  ['a presence', 200, `/several?select=id,long_values()&long_values=not.is.null`, {}],
  ['aggregates', 200, `/papers?select=${times(199, 'body.max()')},parent`, {}],
  ['order by a long column', 200, `/long_values?select=id&order=words,list`, {}],
  ['a result of a function', 400, `/rpc/all_papers?select=${times(200, 'body')}`, {}],
  ['a function that returns a long text', 400, `/rpc/long_text`, {}],
  [
    'changed rows',
    400,
    `/papers?id=gt.0&select=${times(200, 'body')}`,
    { ...returned, body: { attributes: {} } },
  ],
  [
    'a changed row with a long column',
    400,
    `/long_values?id=eq.1&select=${times(200, 'words')}`,
    { ...returned, body: { number: 1 } },
  ],
  [
    'merged rows',
    200,
    `/papers?select=${times(200, 'body')}&columns=id,body`,
    { ...upserted, body: Array.from({ length: 8 }, (_, id) => ({ id: id + 1, body: 'word '.repeat(1000) })) },
  ],
  [
    'removed rows',
    400,
    `/long_values?id=eq.1&select=${times(200, 'words')}`,
    { ...returned, method: 'DELETE' },
  ],
];

test.for(asks)('needs little memory for %s', onLinux, async ([, expected, path, ask], { lab }) => {
  const before = await peaks(lab);
  const { status, body } = await lab.ask(path, ask);
  const after = await peaks(lab);
  expect([status, status === 200 ? null : body.code]).toEqual([expected, expected === 200 ? null : '54000']);
  expect(after.database).toBeLessThan(MOST_OF_ONE + IDLE);
  expect(after.server - before.server).toBeLessThan(MOST_OF_ONE);
});

test('needs little memory for twelve requests at once, and answers others', onLinux, async ({ lab }) => {
  const paths = asks.filter(([, , , ask]) => Object.keys(ask).length === 0).map(([, , path]) => path);
  let isOver = false;
  let most = 0;
  const watch = async () => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 20)))
      most = Math.max(
        most,
        privateMegabytes(lab.pid) +
          (await backends(lab)).map(privateMegabytes).reduce((sum, one) => sum + one, 0),
      );
  };
  const watching = watch();
  const idle = privateMegabytes(lab.pid);
  const flood = [1, 2, 3].flatMap((network) =>
    [0, 1, 2, 3].map(async (start) => {
      for (let at = start; at < paths.length; at += 4) await askFrom(lab, `127.0.${network}.1`, paths[at]!);
    }),
  );
  const tookMs: number[] = [];
  const ask = async () => {
    while (!isOver) {
      const begun = performance.now();
      expect(await askFrom(lab, '127.0.9.1', '/clients?select=id')).toBe(200);
      tookMs.push(performance.now() - begun);
    }
  };
  const asking = ask();
  await Promise.all(flood);
  isOver = true;
  await Promise.all([watching, asking]);
  expect(most - idle).toBeLessThan(MOST_OF_TWELVE);
  expect(tookMs.toSorted((one, other) => one - other)[Math.floor(tookMs.length / 2)]).toBeLessThan(1000);
});

test("refuses a function's own need of memory, and no other request notices", onLinux, async ({ lab }) => {
  const [grown, other] = await Promise.all([lab.ask('/rpc/grow'), lab.ask('/clients?select=id')]);
  expect([grown.status, grown.body.code, other.status]).toEqual([503, '53200', 200]);
});

const backends = (lab: Lab) =>
  lab.column<number>(`select pid from pg_stat_activity where pid <> pg_backend_pid()`);

/** The most private memory of the server and of PostgreSQL's largest process since the last question, in MB. */
async function peaks(lab: Lab) {
  return { server: peak(lab.pid), database: Math.max(...(await backends(lab)).map(peak)) };
}

function peak(pid: number): number {
  const of = statusOf(pid);
  const most = of('VmHWM') - of('RssShmem') - of('RssFile');
  // Resets the highest resident size.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return most / 1024;
}

const privateMegabytes = (pid: number) => statusOf(pid)('RssAnon') / 1024;

/** Fields of a process's status in KB, 0 once it has ended. */
function statusOf(pid: number): (field: string) => number {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {}
  return (field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
}

/** Returns the status of a request from one address. */
const askFrom = (lab: Lab, localAddress: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { apikey: lab.publishableKey, 'accept-profile': 'lab' };
    const options = {
      host: '127.0.0.1',
      port: new URL(lab.url).port,
      path: `/rest/v1${path}`,
      headers,
      localAddress,
    };
    request(options, (response) => response.on('end', () => resolve(response.statusCode!)).resume())
      .on('error', reject)
      .end();
  });
