import { rmSync } from 'node:fs';
import { makeTestFolder } from '../server/tests/harness/databases/fresh-data.ts';
import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { reviewRequests } from './admin/requests.ts';
import { type AdminClient, adminClient } from './admin/client.ts';
import { measureInsertsAtSizes } from './admin/inserts.ts';
import { adminToken } from './support/admin-token.ts';
import { median, rounded } from './support/numbers.ts';

export const TITLE =
  'the review workspace at 1,000, 100,000 and 1,000,000 applications: pages, searches, filters, counts, INSERT';

/** Sizes of the table. `BENCH_SIZES=1000,100000` measures fewer. */
const sizes = (process.env['BENCH_SIZES'] ?? '1000,100000,1000000').split(',').map(Number);

/** The largest factor by which an answer may exceed that of the smallest size if it misses its time. */
const GOAL_GROWTH = 3;

export async function measure(): Promise<object> {
  const dataDir = makeTestFolder('solostead-test-');
  const startLarge = () => startServer({ keepsLog: false, dataDir });
  const small = await startServer({ keepsLog: false });
  let large = await startLarge();
  try {
    await small.command('seed', String(sizes[0]));
    const token = await adminToken(large);
    await keepSamples(large);
    const rows: Record<string, number[]> = {};
    for (const [step, size] of sizes.entries()) {
      await large.command('seed', String(size - (sizes[step - 1] ?? 0)));
      // PostgreSQL sizes its memory by the data at its start, and a table grows over many starts.
      await large.stop();
      large = await startLarge();
      const client = adminClient(large, token);
      for (const { what, call, body } of reviewRequests)
        (rows[what] ??= []).push(await timed(client, call, body));
      console.log(`${size.toLocaleString('en')} applications measured`);
    }
    return { ...report(rows), inserts: await measureInsertsAtSizes(small, large) };
  } finally {
    await Promise.all([small.stop(), large.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Keeps all samples. Half of them are old enough to be erased, which would keep a processor busy for an hour. */
async function keepSamples(server: TestServer): Promise<void> {
  await server.sql(
    'update public.lab_terms set unconfirmed_months = 120, declined_months = 120, withdrawn_months = 120, accepted_months = 120',
  );
}

/** The median of nine requests over HTTP after one that warms up, in milliseconds. */
async function timed(client: AdminClient, name: string, body: object): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const { milliseconds } = await client.call(name, body);
    if (round > 0) times.push(milliseconds);
  }
  return median(times);
}

function report(rows: Readonly<Record<string, readonly number[]>>): object {
  const goals = new Map(reviewRequests.map(({ what, goalMs }) => [what, goalMs ?? Infinity]));
  const said = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`.padStart(11);
  console.log(
    `${''.padEnd(34)}${sizes.map((size) => size.toLocaleString('en').padStart(11)).join('')}  growth`,
  );
  const missed: string[] = [];
  for (const [what, times] of Object.entries(rows)) {
    const [first, last] = [times[0]!, times.at(-1)!];
    if (last > Math.max(goals.get(what)!, GOAL_GROWTH * first)) missed.push(what);
    console.log(`${what.padEnd(34)}${times.map(said).join('')}  ${(last / first).toFixed(1)} ×`);
  }
  const goal = `≤ 50 ms (numbers over two years 100) or ≤ ${GOAL_GROWTH} × the time at ${sizes[0]!.toLocaleString('en')}`;
  console.log(
    `at ${sizes.at(-1)!.toLocaleString('en')} these miss the goal (${goal}): ${missed.join('; ') || 'none'}`,
  );
  const largest = Object.fromEntries(
    Object.entries(rows).map(([what, times]) => [what, rounded(times.at(-1)!)]),
  );
  return { size: sizes.at(-1), milliseconds: largest, goal, missed };
}
