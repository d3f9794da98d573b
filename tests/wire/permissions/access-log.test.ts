import { expect, test, type TestServer } from '../../harness/fixtures.ts';

test.for([
  'update public.access_log set kind = kind',
  `update public.access_log set at = at - interval '9 years'`,
  'delete from public.access_log',
  'truncate public.access_log cascade',
])('the access log refuses even its owner: %s', async (statement, { server }) => {
  await addEntry(server, 'clock_timestamp()');
  await expect(server.sql(statement)).rejects.toThrow('The access log is only added to.');
});

test('the access log deletes entries after the time of the terms, none before', async ({ server }) => {
  const old = await addEntry(server, `clock_timestamp() - interval '12 months 1 minute'`);
  const younger = await addEntry(server, `clock_timestamp() - interval '11 months'`);
  expect(await release(server)).toBe(1);
  expect(await server.column`select id from public.access_log where id in (${old}, ${younger})`).toEqual([
    younger,
  ]);
  await server.sql('update public.lab_terms set access_log_months = 10');
  expect(await release(server)).toBe(1);
});

test('the access log deletes at most 500 entries a call, with their content', async ({ server }) => {
  await server.sql(
    `with old as (
       insert into public.access_log (at, kind)
       select now() - interval '3 years', 'export_started' from generate_series(1, 700) returning id)
     insert into public.access_log_content (entry_id, content) select id, '{"search": "heron"}' from old`,
  );
  expect([await release(server), await release(server), await release(server)]).toEqual([500, 200, 0]);
  expect(await server.sql('select from public.access_log_content')).toEqual([]);
});

const addEntry = (server: TestServer, at: string) =>
  server.value<string>(`insert into public.access_log (at, kind) values (${at}, 'opened') returning id`);
const release = (server: TestServer) => server.value<number>('select public.delete_expired_access_log()');
