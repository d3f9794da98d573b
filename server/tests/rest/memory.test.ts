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
    create type lab.texts as range (subtype = text);
    create table lab.odd (id int primary key, range lab.texts, numbers nummultirange, number_ranges numrange[], bits bit varying, nulls int[]);
    insert into lab.odd select 1, lab.texts(repeat('aord ', 2000000), repeat('word ', 2000000)),
      (select range_agg(numrange(('1e' || n)::numeric, ('2e' || n)::numeric)) from generate_series(100000, 103000) as n),
      array(select numrange('1e131070', '1e131071') from generate_series(1, 3000)), repeat('1', 80000000)::bit varying,
      array_fill(null::int, array[10000000]);
    create table lab.wide (id int primary key, n int, c0 text);
    do $$ begin
      execute (select 'alter table lab.wide ' || string_agg(format('add c%s text', n), ', ') from generate_series(1, 19) as n);
      execute (select 'insert into lab.wide select 1, 1, ' || string_agg('words', ', ') || ' from lab.long_values' from generate_series(0, 19) as n);
    end $$;
    create view lab.computed as select id, words, upper(words) as upper, repeat(words, 2) as repeated, list || list as lists, l as whole,
      (select jsonb_agg(body) from lab.papers) as bodies, (select json_agg(p) from lab.papers as p) as papers,
      (select string_agg(body, '') from lab.papers) as texts from lab.long_values as l;
    create table lab.searched (id int primary key, group_id int, words text, short_words text, document jsonb, paper int references lab.papers);
    insert into lab.searched select id, id % 7, repeat('word ', 2000000), repeat('z q w v ', 150000), jsonb_build_object('a', repeat('word ', 2000000)), 1
      from generate_series(1, 12) as id;
    create view lab.added as select id, group_id, words || 'x' as added from lab.searched;
    create table lab.virtual (id int primary key, words text, upper text generated always as (upper(words)) virtual);
    insert into lab.virtual (id, words) select 1, words from lab.long_values;
    create function lab.computed_rows() returns setof lab.computed language sql stable as 'select * from lab.computed';
    create function lab.wide_rows() returns setof lab.wide language plpgsql stable as 'begin return query select * from lab.wide; end';
    create function lab.shouted(lab.papers) returns text language sql stable as 'select upper($1.body)';
    create function lab.all_papers() returns setof lab.papers language sql stable as 'select * from lab.papers';
    create function lab.long_text() returns text language sql stable as 'select words from lab.long_values';
    create function lab.grow() returns int language sql stable as 'select length(repeat(''x'', 700000000))';
    create view lab.wide_whole as select id, w as whole from lab.wide as w;
    grant select, insert, update, delete on all tables in schema lab to anon;
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

/** Different filters of the same form. */
const different = (count: number, filter: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => filter(index)).join('&');

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
  ['the expression upper of a view 40 times', 400, `/computed?select=${times(40, 'upper')}`, {}],
  ['the expression bodies of a view 40 times', 400, `/computed?select=${times(40, 'bodies')}`, {}],
  ['the expression papers of a view 40 times', 400, `/computed?select=${times(40, 'papers')}`, {}],
  ['the expression texts of a view 40 times', 400, `/computed?select=${times(40, 'texts')}`, {}],
  ['the expression whole of a view 40 times', 400, `/computed?select=${times(40, 'whole')}`, {}],
  ['the expression lists of a view 40 times', 400, `/computed?select=${times(40, 'lists')}`, {}],
  ['an expression of a view in CSV', 400, `/computed?select=${times(40, 'upper')}`, csv],
  ['different expressions of a view', 400, `/computed?select=upper,repeated,lists,bodies,papers,texts`, {}],
  ['an expression of a view once', 200, `/computed?select=bodies`, {}],
  ['a path into an expression', 200, `/computed?select=${times(40, 'bodies->>0')}`, {}],
  [
    'filters by an expression',
    400,
    `/computed?select=id&${different(50, (index) => `upper=neq.${index}`)}`,
    {},
  ],
  [
    'filters by an expression that is a document',
    400,
    `/computed?select=id&${different(50, (index) => `bodies=neq.[${index}]`)}`,
    {},
  ],
  ['a virtual column 40 times', 400, `/virtual?select=${times(40, 'upper')}`, {}],
  ['sorted rows with an expression', 400, `/added?select=id,added&order=group_id`, {}],
  ['rows sorted by an expression', 400, `/added?select=id&order=added`, {}],
  ['groups of an expression', 400, `/added?select=added,id.count()`, {}],
  ['a result of expressions', 400, `/rpc/computed_rows?select=${times(40, 'upper')}`, {}],
  ['a result with 20 long columns', 400, `/rpc/wide_rows`, {}],
  ['20 long columns', 400, `/wide`, {}],
  ['20 long columns as a value', 400, `/wide_whole`, {}],
  [
    'the greatest of 20 long columns',
    400,
    `/wide?select=${Array.from({ length: 20 }, (_, index) => `c${index}.max()`).join(',')}`,
    {},
  ],
  ['a changed row with 20 long columns', 400, `/wide?id=eq.1`, { ...returned, body: { n: 1 } }],
  [
    'removed rows with an expression',
    400,
    `/added?id=lt.3&select=${times(40, 'added')}`,
    { ...returned, method: 'DELETE' },
  ],
  ['a search in a long text', 400, `/searched?select=id&words=fts.word`, {}],
  ['a search in a long text of a document', 400, `/searched?select=id&document->>a=fts.word`, {}],
  ['a search in a shorter text', 200, `/searched?select=id&id=eq.1&short_words=fts.word`, {}],
  [
    'several searches',
    400,
    `/searched?select=id&${different(3, (index) => `short_words=fts.word${index}`)}`,
    {},
  ],
  ['searches in alternatives', 400, `/searched?select=id&or=(words.fts.one,words.fts.two)`, {}],
  [
    'two filters by a long text of a document',
    200,
    `/searched?select=id&${different(2, (index) => `document->>a=neq.${index}`)}`,
    {},
  ],
  [
    'four filters by a long text of a document',
    400,
    `/searched?select=id&${different(4, (index) => `document->>a=neq.${index}`)}`,
    {},
  ],
  ['a pattern in a long text of a document', 400, `/searched?select=id&document->>a=match.x`, {}],
  ['rows sorted by a long text of a document', 400, `/searched?select=id&order=document->>a`, {}],
  ['sorted rows with a long text of a document', 400, `/searched?select=id,document->>a&order=group_id`, {}],
  ['groups of a long text of a document', 400, `/searched?select=document->>a,id.count()`, {}],
  ['a range of long texts', 400, `/odd?select=range`, {}],
  ['a range of long texts as text', 400, `/odd?select=${times(20, 'range::text')}`, {}],
  ['a multirange of numbers of many digits', 400, `/odd?select=numbers`, {}],
  ['a multirange of numbers of many digits as text', 400, `/odd?select=${times(20, 'numbers::text')}`, {}],
  ['a list of ranges of such numbers', 400, `/odd?select=number_ranges`, {}],
  ['a list of ranges of such numbers as text', 400, `/odd?select=${times(20, 'number_ranges::text')}`, {}],
  ['a long string of bits', 400, `/odd?select=bits`, {}],
  ['a long string of bits as text', 400, `/odd?select=${times(20, 'bits::text')}`, {}],
  ['a list of nulls', 400, `/odd?select=nulls`, {}],
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
