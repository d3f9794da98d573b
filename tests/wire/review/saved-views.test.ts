import { eraseNow } from '../../harness/erase.ts';
import { makeApplication, type Member } from '../../harness/member.ts';
import { expect, test, type TestServer } from '../../harness/fixtures.ts';

test.beforeEach(({ server }) => server.sql('delete from public.saved_views'));

test('refuses a request beyond 100 views of a member, and saves none', async ({ server, owner, reader }) => {
  expect(await save(reader, views(5000, 'many'))).toMatchObject({
    status: 422,
    error: { code: 'PT422', message: 'A member can save 100 views. Remove one first.' },
  });
  expect(await names(server)).toEqual([]);
  expect(await save(reader, views(100, 'full'))).toMatchObject({ status: 201 });
  expect(await save(reader, views(1, 'another'))).toMatchObject({ status: 422 });
  expect(await save(reader, views(1, 'another'), owner)).toMatchObject({ status: 201 });
});

test('shows a member the shared views of others, not their private ones', async ({ owner, reader }) => {
  await save(reader, [{ name: 'for all', query: 'search=a', shared: true }], owner);
  await save(reader, [{ name: 'for me', query: 'search=b' }], owner);
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
    { name: 'Shared', query: '', shared: true },
    { name: 'Private', query: '', shared: false },
  ]);
  for (const [who, kept] of [
    [reviewer, ['Private', 'Shared']],
    [owner, ['Private']],
  ] as const) {
    await who.data.from('saved_views').delete().neq('name', '');
    expect(await names(server)).toEqual(kept);
  }
});

test('an erasure removes searches that matched the person alone', async ({ server, owner, reader }) => {
  const id = await makeApplication(server, 'ruddy', { name: 'Ruddy Avocet', sectors: 'shared words' });
  await makeApplication(server, 'other', { name: 'Other Avocet', sectors: 'music' });
  const query = (search: string) => `status=submitted&search=${encodeURIComponent(search)}`;
  await save(
    reader,
    [
      ['name', 'RUDDY avocet'],
      ['address', 'ruddy@builders.example'],
      ['name and field', 'ruddy shared'],
      ['profile', 'https://www.linkedin.com/in/sample-ruddy/'],
      ['kept: finds another', 'avocet'],
      ['kept: finds no one', 'ruddy heron'],
      ['kept: finds the fields alone', 'shared words'],
      ['kept: no words', ' '],
    ].map(([name, search]) => ({ name, query: query(search!) })),
  );
  await eraseNow(server, owner, id);
  expect(await names(server)).toEqual([
    'kept: finds another',
    'kept: finds no one',
    'kept: finds the fields alone',
    'kept: no words',
  ]);
});

test('an erasure looks up ten searches a member and removes the rest', async ({ server, owner, reader }) => {
  await server.sql('truncate public.applications cascade');
  await server.command('seed', '120');
  // Without free space between the samples, the two come after the rows that every search tries first.
  await server.sql('vacuum full public.applications');
  const id = await makeApplication(server, 'heron-one', { name: 'Purple Heron' });
  await makeApplication(server, 'heron-two', { name: 'Purple Heron' });
  await save(
    reader,
    Array.from({ length: 12 }, (_, n) => ({
      name: `Heron ${n}`,
      query: `search=purple${'+heron'.repeat(n + 1)}`,
    })),
  );
  await save(reader, [{ name: 'Of another member', query: 'search=heron+purple' }], owner);
  await eraseNow(server, owner, id);
  expect(await names(server)).toHaveLength(11);
  expect(await names(server)).toContain('Of another member');
});

const views = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => ({ name: `${prefix} ${n}`, query: `search=${prefix}${n}` }));
const save = (reader: Member, rows: object[], who = reader) => who.data.from('saved_views').insert(rows);
const names = (server: TestServer) =>
  server.column<string>('select name from public.saved_views order by name');
