import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { makeMember, type Member } from './member.ts';

const SAMPLES = 300;

let server: TestServer;
let owner: Member;
beforeAll(async () => {
  // Its own: rows are changed past the triggers, and plans hang on what else there is.
  server = await startServer({ keepsLog: false });
  owner = await makeMember(server, 'owner@lab.example', 'owner');
  await server.command('seed', String(SAMPLES));
}, 120_000);
afterAll(() => server.stop());

/** How many rows of a table one call by the owner fetches through indexes. */
async function fetchedBy(call: string, parameters: readonly unknown[], table: string): Promise<number> {
  const client = new Client(server.databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: owner.id, role: 'authenticated', aal: 'aal1' }),
    ]);
    await client.query(call, [...parameters]);
    const { rows } = await client.query<{ fetched: string }>(
      'select idx_tup_fetch as fetched from pg_stat_xact_user_tables where relid = $1::regclass',
      [table],
    );
    return Number(rows[0]?.fetched);
  } finally {
    await client.end();
  }
}

// PostgreSQL knows nothing of a batch that has just been made, and takes it for a few rows.
test('an undo of many reads the history of each application once', async () => {
  const { batch_id, changed } = await owner.call<{ batch_id: string; changed: number }>('review_many', {
    filter: {},
    change: { add_tag: 'many' },
  });
  expect(changed).toBe(SAMPLES);
  await server.sql('analyze public.applications');
  const fetched = await fetchedBy('select public.review_undo($1)', [batch_id], 'public.application_events');
  expect(fetched).toBeGreaterThanOrEqual(SAMPLES);
  expect(fetched).toBeLessThan(10 * SAMPLES);
});

test('one status in the order of changes is read from its own index, whatever was moved at once', async () => {
  await server.command('seed', '6000');
  // Thousands of the latest changes are of another status.
  await server.sql(`
    set session_replication_role = replica;
    update public.applications
       set status = case when email like '%7@%' then 'in_review' else 'declined' end,
           status_changed_at = now() - case when email like '%7@%' then interval '1 hour' else interval '1 minute' end;
    set session_replication_role = origin`);
  const fetched = await fetchedBy(
    'select public.review_list(filter => $1, sort => $2)',
    [JSON.stringify({ status: ['in_review'] }), 'changed'],
    'public.applications',
  );
  expect(fetched).toBeGreaterThan(50);
  expect(fetched).toBeLessThan(500);
});
