import { eraseNow } from '../../harness/erase.ts';
import { applicationStatuses, promises } from '@solostead/contract/statuses';
import { makeApplication, type Member } from '../../harness/member.ts';
import { expect, test, type TestServer } from '../../harness/fixtures.ts';

test.beforeEach(({ server }) => server.sql('delete from public.saved_views'));

test('refuses a request beyond 100 views of a member, and saves none', async ({ server, owner, reader }) => {
  expect(await save(reader, views(5000, 'many'))).toMatchObject({
    status: 422,
    error: { code: 'too_many_views', message: 'A member can save 100 views. Remove one first.' },
  });
  expect(await names(server)).toEqual([]);
  expect(await save(reader, views(100, 'full'))).toMatchObject({ status: 201 });
  expect(await save(reader, views(1, 'another'))).toMatchObject({ status: 422 });
  expect(await save(reader, views(1, 'another'), owner)).toMatchObject({ status: 201 });
});

test('shows a member the shared views of others, not their private ones', async ({ owner, reader }) => {
  await save(reader, [{ name: 'for all', view: { status: 'submitted' }, shared: true }], owner);
  await save(reader, [{ name: 'for me' }], owner);
  const { data } = await reader.data.from('saved_views').select('name');
  expect(data).toEqual([{ name: 'for all' }]);
});

test('counts the views of requests that run at the same time', async ({ server, reader }) => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, request) => save(reader, views(30, `request ${request},`))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
  expect(await names(server)).toHaveLength(90);
});

test('lets owners alone remove the shared views of others', async ({ server, owner, reviewer, reader }) => {
  await save(reader, [
    { name: 'Shared', shared: true },
    { name: 'Private', shared: false },
  ]);
  for (const [who, stored] of [
    [reviewer, ['Private', 'Shared']],
    [owner, ['Private']],
  ] as const) {
    await who.data.from('saved_views').delete().neq('name', '');
    expect(await names(server)).toEqual(stored);
  }
});

test.for<[string, object]>([
  ['no name', { name: ' ' }],
  ['a name of 81 characters', { name: 'x'.repeat(81) }],
  ['a name of blanks around a letter', { name: `x${' '.repeat(80)}` }],
  ['search words', { view: { search: 'amber' } }],
  ['search words in other letters', { view: { Search: 'amber' } }],
  ['a tag among the filters', { view: { tag: 'sample' } }],
  ['an unknown tag', { tag: 'no such tag' }],
  ['words as a status', { view: { status: 'submitted,amber' } }],
  ['words as a column', { view: { columns: 'status,amber' } }],
  ['words as an order', { view: { sort: '-amber' } }],
  ['words as a day', { view: { from: '2026-01-01 amber' } }],
  ['words as a promise', { view: { promise: 'amber' } }],
  ['an assignee that is no id', { view: { assignee: 'amber' } }],
  ['an open application', { view: { open: '0c6ef4d2-95a6-4c33-8a4e-7d1a3e2c9f10' } }],
  ['a position', { view: { after: 'amber~0c6ef4d2-95a6-4c33-8a4e-7d1a3e2c9f10' } }],
  ['a value that is no text', { view: { status: ['submitted'] } }],
  ['a list', { view: ['amber'] }],
  ['an endless value', { view: { columns: 'status,'.repeat(400) } }],
])('a view refuses %s', async ([_what, row], { reader }) => {
  const { error } = await save(reader, [{ name: 'Words', ...row }]);
  expect(error?.code).toBe('tag' in row ? '23503' : '23514');
});

test('keeps every filter, the order and the columns', async ({ reader }) => {
  const view = {
    screen: 'board',
    status: applicationStatuses.join(),
    confirmed: 'no',
    from: '2026-01-02',
    to: '2026-02-03',
    assignee: 'none',
    source: 'news & more',
    archived: 'yes',
    due: 'soon',
    sort: '-name',
    columns: 'sectors,rating',
  };
  for (const promise of promises)
    expect(await save(reader, [{ name: promise, view: { ...view, promise } }])).toMatchObject({
      status: 201,
    });
});

test('an erasure leaves no word about the person in a view', async ({ server, owner, reader, reviewer }) => {
  const id = await makeApplication(server, 'ruddy', {
    name: 'Ruddy Avocet',
    sectors: 'music',
    source: 'rookery',
  });
  await makeApplication(server, 'other', { name: 'Other Wren', sectors: 'music', source: 'shared' });
  for (const change of [{ add_tag: 'old boss' }, { add_tag: 'kept' }, { remove_tag: 'old boss' }])
    await reviewer.call('review_tag', { application_id: id, change });
  await save(
    reader,
    [
      { name: 'For Ruddy' },
      { name: 'avocets' },
      { name: 'AVOCET (ruddy@builders.example)' },
      { name: 'Music', view: { status: 'submitted' } },
      { name: 'By former tag', tag: 'old boss' },
      { name: 'By source', view: { source: 'rookery' } },
      { name: 'By words as a source', view: { source: 'the avocet' } },
      { name: 'By a shared source', view: { source: 'shared' } },
    ].map((row) => ({ view: {}, tag: null, ...row })),
  );
  await eraseNow(server, owner, id);
  expect((await names(server)).map((name) => name.replace(/^View [0-9a-f]{8}$/, 'View'))).toEqual([
    'By a shared source',
    'Music',
    'View',
    'View',
    'View',
  ]);
});

test('no name of another view stops an erasure', async ({ server, owner, reader }) => {
  const id = await makeApplication(server, 'plover', { name: 'Golden Plover' });
  await save(reader, [{ name: 'For the plover' }]);
  const [view] = await server.column<string>('select id from public.saved_views');
  await save(reader, [{ name: `View ${view!.slice(0, 8)}` }, { name: `View ${view}` }]);
  await eraseNow(server, owner, id);
  expect(await names(server)).toHaveLength(3);
  expect(await names(server)).not.toContain('For the plover');
});

const views = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => ({ name: `${prefix} ${n}` }));
const save = (reader: Member, rows: object[], who = reader) => who.data.from('saved_views').insert(rows);
const names = (server: TestServer) =>
  server.column<string>('select name from public.saved_views order by name');
