import { expect, test } from 'vitest';
import { adminOf, clientOf, databasesOfFile, projectWith, startAlone } from '../projects/alone.ts';
import { oddFolders, oddProjects, seedOfDump } from './odd-projects.ts';

const { newDatabase } = databasesOfFile();

test.for(Object.entries(oddProjects))(
  'a project with %s starts and works',
  async ([, { files, expected }]) => {
    const server = await startAlone(projectWith(files), await newDatabase());
    const { data, error } = await clientOf(server.url).rpc('tries');
    expect([error, data]).toEqual([null, expected]);
    expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  },
);

test('a seed of a dump fills tables of the project, of auth and of storage', async () => {
  const id = '5f0c2c6e-7c4b-4f4e-9a52-0e7c3a8f1b01';
  const server = await startAlone(projectWith(seedOfDump(id)));
  const { data } = await adminOf(server.url).from('books').select().order('id');
  expect(data).toEqual([
    { id: 1, title: 'A "title", with; signs', tags: ['a', 'b'], price: 1.5 },
    { id: 2, title: null, tags: [], price: null },
    { id: 41, title: 'next', tags: null, price: null },
  ]);
  expect((await adminOf(server.url).from('Mixed Case').select()).data).toEqual([
    { 'a B': 'tab\there', note: null },
  ]);
  expect((await adminOf(server.url).auth.admin.getUserById(id)).data.user?.user_metadata).toEqual({
    name: 'Ada "A"',
  });
});

test('functions import from odd folders, read files next to them and have an entry elsewhere', async () => {
  const server = await startAlone(projectWith(oddFolders), await newDatabase());
  const ask = async (path: string) => (await fetch(`${server.url}/functions/v1/${path}`)).text();
  expect([
    await ask('elsewhere'),
    await ask('reads'),
    await ask('deep_name'),
    await ask('my-hyphen/a/b'),
  ]).toEqual(['lib deep', 'a note json', 'lazy', 'lib/my-hyphen/a/b']);
});
