import { beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../harness/servers/server.ts';
import { sharedTwoDatabases, type TwoDatabases } from './two-databases.ts';

let both: TwoDatabases;
beforeAll(async () => {
  both = await sharedTwoDatabases();
});

describe.each(['ours', 'likeSupabase'] as const)('the access log of the database %s', (which) => {
  const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    both[which].sql<Row>(text, values);
  const addEntry = async (at: string) => {
    const [entry] = await sql<{ id: string }>(
      `insert into public.access_log (at, kind) values (${at}, 'opened') returning id`,
    );
    return entry!.id;
  };
  const kept = async (id: string) =>
    (await sql('select from public.access_log where id = $1', [id])).length === 1;

  test('cannot be read, written or emptied with the secret key', async () => {
    const id = await addEntry('clock_timestamp()');
    const { url, secretKey } = both[which];
    const headers = { apikey: secretKey, 'content-type': 'application/json' };
    const ask = (method: string, query = '', body?: object) =>
      fetch(`${url}/rest/v1/access_log${query}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
    const answers = await Promise.all([
      ask('GET'),
      ask('POST', '', { kind: 'opened' }),
      ask('PATCH', `?id=eq.${id}`, { kind: 'moved' }),
      ask('DELETE', `?id=eq.${id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await kept(id)).toBe(true);
  });

  test.each([
    ['update public.access_log set kind = kind'],
    [`update public.access_log set at = at - interval '9 years'`],
    ['delete from public.access_log'],
    ['truncate public.access_log cascade'],
  ])('refuses even its owner: %s', async (statement) => {
    await addEntry('clock_timestamp()');
    await expect(sql(statement)).rejects.toThrow('The access log is only added to.');
  });

  test('deletes entries after the time in the lab’s terms, and none before', async () => {
    const old = await addEntry(`clock_timestamp() - interval '12 months 1 minute'`);
    const younger = await addEntry(`clock_timestamp() - interval '11 months'`);
    expect(await sql('select public.release_access_log() as count')).toEqual([{ count: 1 }]);
    expect([await kept(old), await kept(younger)]).toEqual([false, true]);
    await sql('update public.lab_terms set access_log_months = 10');
    expect(await sql('select public.release_access_log() as count')).toEqual([{ count: 1 }]);
    await sql('update public.lab_terms set access_log_months = 12');
  });

  test('deletes at most 500 entries a call, with their content', async () => {
    await sql(
      `with old as (
         insert into public.access_log (at, kind)
         select now() - interval '3 years', 'export_started' from generate_series(1, 700) returning id)
       insert into public.access_log_content (entry_id, content) select id, '{"search": "heron"}' from old`,
    );
    const release = async () => (await sql<{ n: number }>('select public.release_access_log() as n'))[0]!.n;
    expect([await release(), await release(), await release()]).toEqual([500, 200, 0]);
    expect(await sql(`select from public.access_log_content where content ->> 'search' = 'heron'`)).toEqual(
      [],
    );
  });
});

test('a server deletes all expired entries, however many', async () => {
  const { sql, databaseUrl } = both.ours;
  await sql(
    `insert into public.access_log (at, kind) select now() - interval '3 years', 'old' from generate_series(1, 1200)`,
  );
  const server = await startServer({ env: { DATABASE_URL: databaseUrl } });
  await expect.poll(() => sql(`select from public.access_log where kind = 'old' limit 1`)).toEqual([]);
  await server.stop();
});
