import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Member } from '../../harness/member.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';

// Its own server, because it replaces functions.
const test = testStarting({ keepsLog: false });
test.beforeAll(async ({ server }) => {
  await server.command('seed', String(SAMPLES));
  for (const limit of ['change_limit', 'count_limit'])
    await server.sql(`create or replace function private.${limit}() returns integer
      language sql immutable as $$ select ${MAX_ROWS} $$`);
});

// PostgreSQL knows nothing of a batch that has just been made, and takes it for a few rows.
test('an undo of many applications reads the history of each once', async ({ server, owner }) => {
  const { batch_id, changed } = await owner.call<{ batch_id: string; changed: number }>(
    'review_change_many',
    {
      filter: {},
      change: { add_tag: 'many' },
    },
  );
  expect(changed).toBe(SAMPLES);
  await server.sql('analyze public.applications');
  const { fetched } = await readBy(
    server,
    owner,
    'select public.review_undo($1)',
    [batch_id],
    'public.application_events',
  );
  expect(fetched).toBeGreaterThanOrEqual(SAMPLES);
  expect(fetched).toBeLessThan(10 * SAMPLES);
});

test('one status in the order of changes uses its index, whatever was moved', async ({ server, owner }) => {
  await server.command('seed', '1500');
  // Most changes, and all of the latest, are of another status.
  await server.sql(`
    set session_replication_role = replica;
    update public.applications
       set status = case when email like '%7@%' then 'in_review' else 'declined' end,
           first_status = case when email like '%7@%' then 'in_review' else 'declined' end,
           status_changed_at = now() - case when email like '%7@%' then interval '1 hour' else interval '1 minute' end;
    set session_replication_role = origin`);
  const { fetched } = await readBy(server, owner, 'select public.review_list(filter => $1, sort => $2)', [
    JSON.stringify({ status: ['in_review'] }),
    'changed',
  ]);
  expect(fetched).toBeGreaterThan(50);
  expect(fetched).toBeLessThan(500);
});

interface Count {
  readonly total: number;
  readonly by_status: Readonly<Record<string, number>>;
}

const sum = (byStatus: Count['by_status']) => Object.values(byStatus).reduce((all, n) => all + n, 0);

describe('of more rows than one request counts or changes', () => {
  const filter = { search: 'sample' };

  test('a count is exact up to the limit, and of more says so', async ({ server, owner }) => {
    const { total: there } = await owner.call<Count>('review_count');
    await server.command('seed', String(MAX_ROWS - there));
    const counted = await owner.call<Count>('review_count', { filter });
    expect(counted).toMatchObject({ total: MAX_ROWS, is_capped: false });
    expect(sum(counted.by_status)).toBe(MAX_ROWS);
    await server.command('seed', '30');
    const over = { total: MAX_ROWS, is_capped: true, by_status: {} };
    expect(await owner.call('review_count', { filter })).toEqual(over);
    expect(await owner.call('review_count')).toEqual(over);
    const one = { search: 'builder-0000500@' };
    expect(await owner.call('review_count', { filter: one })).toMatchObject({ total: 1, is_capped: false });
  });

  test('a count stops soon after the limit', async ({ server, owner }) => {
    const counting = 'select public.review_count($1)';
    const { fetched, scanned } = await readBy(server, owner, counting, [JSON.stringify(filter)]);
    expect(fetched + scanned).toBeGreaterThan(MAX_ROWS);
    expect(fetched + scanned).toBeLessThan(MAX_ROWS + 20);
  });

  test('moving all of them is refused in the preview and in the move', async ({ owner }) => {
    const refusal = refusedWith(
      'too_many_changes',
      'At most 5,000 applications can be changed at once. Narrow the filter and change them in parts.',
    );
    // Also where few of the chosen are still there.
    const ids = Array.from({ length: MAX_ROWS + 1 }, () => randomUUID());
    for (const which of [{ filter }, { ids }]) {
      const preview = { to_status: 'declined', ...which };
      expect(await owner.refusal('review_move_preview', preview)).toMatchObject(refusal);
      const move = { change: { status: 'declined' }, ...which };
      expect(await owner.refusal('review_change_many', move)).toMatchObject(refusal);
    }
  });
});

test('an earlier application is found, however many are archived', async ({ server, owner }) => {
  await server.sql(`
    set session_replication_role = replica;
    update public.applications set archived_at = now();
    set session_replication_role = origin`);
  await server.sql('vacuum analyze public.applications');
  const id = await server.value<string>('select id from public.applications order by created_at limit 1');
  const { fetched, scanned } = await readBy(server, owner, 'select public.review_same_person($1)', [id]);
  expect(fetched).toBeGreaterThan(0);
  expect(fetched + scanned).toBeLessThan(50);
});

const SAMPLES = 300;
/** In place of the limits that contract.test.ts has, because this number of rows take longer to insert. */
const MAX_ROWS = 5_000;

/**
 * Returns the number of rows of a table that one call by the owner fetches through indexes, and reads sequentially.
 */
async function readBy(
  server: TestServer,
  owner: Member,
  call: string,
  parameters: readonly unknown[],
  table = 'public.applications',
) {
  const client = new Client(server.databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: owner.id, role: 'authenticated', aal: 'aal1' }),
    ]);
    await client.query(call, [...parameters]);
    const { rows } = await client.query<{ fetched: number; scanned: number }>(
      `select idx_tup_fetch::integer as fetched, seq_tup_read::integer as scanned
         from pg_stat_xact_user_tables where relid = $1::regclass`,
      [table],
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}
