import { expect, test } from 'vitest';
import { startServer } from '../../harness/servers/server.ts';
import { describeBoth, sharedTwoDatabases } from './two-databases.ts';

describeBoth('the access log of the database %s', (server) => {
  const addEntry = (at: string) =>
    server().value<string>(`insert into public.access_log (at, kind) values (${at}, 'opened') returning id`);
  const kept = async (id: string) =>
    (await server().sql`select from public.access_log where id = ${id}`).length === 1;
  const release = () => server().value<number>('select public.release_access_log()');

  test.each([
    ['update public.access_log set kind = kind'],
    [`update public.access_log set at = at - interval '9 years'`],
    ['delete from public.access_log'],
    ['truncate public.access_log cascade'],
  ])('refuses even its owner: %s', async (statement) => {
    await addEntry('clock_timestamp()');
    await expect(server().sql(statement)).rejects.toThrow('The access log is only added to.');
  });

  test('deletes entries after the time in the lab’s terms, and none before', async () => {
    const old = await addEntry(`clock_timestamp() - interval '12 months 1 minute'`);
    const younger = await addEntry(`clock_timestamp() - interval '11 months'`);
    expect(await release()).toBe(1);
    expect([await kept(old), await kept(younger)]).toEqual([false, true]);
    await server().sql('update public.lab_terms set access_log_months = 10');
    expect(await release()).toBe(1);
    await server().sql('update public.lab_terms set access_log_months = 12');
  });

  test('deletes at most 500 entries a call, with their content', async () => {
    await server().sql(
      `with old as (
         insert into public.access_log (at, kind)
         select now() - interval '3 years', 'export_started' from generate_series(1, 700) returning id)
       insert into public.access_log_content (entry_id, content) select id, '{"search": "heron"}' from old`,
    );
    expect([await release(), await release(), await release()]).toEqual([500, 200, 0]);
    expect(
      await server().sql(`select from public.access_log_content where content ->> 'search' = 'heron'`),
    ).toEqual([]);
  });
});

test('a server deletes all expired entries, however many', async () => {
  const { sql, databaseUrl } = (await sharedTwoDatabases()).ours;
  await sql(
    `insert into public.access_log (at, kind) select now() - interval '3 years', 'old' from generate_series(1, 1200)`,
  );
  const server = await startServer({ env: { DATABASE_URL: databaseUrl } });
  await expect.poll(() => sql(`select from public.access_log where kind = 'old' limit 1`)).toEqual([]);
  await server.stop();
});
