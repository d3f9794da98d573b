import { rmSync } from 'node:fs';
import { makeTestFolder } from '@solostead/server-testkit/databases/fresh-data';
import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { type ReviewRequest, reviewRequests } from './admin/requests.ts';
import { sendApplications } from './support/applications.ts';
import { median, medians, rounded } from './support/numbers.ts';
import { post } from './support/post.ts';

export const TITLE =
  'the review workspace at 1,000, 100,000 and 1,000,000 applications: pages, searches, filters, counts, INSERT';

/** Sizes of the table. `BENCH_SIZES=1000,100000` measures fewer. */
const sizes = (process.env['BENCH_SIZES'] ?? '1000,100000,1000000').split(',').map(Number);

const CLIENTS = 32;
const INSERT_ROUNDS = 7;
const INSERT_SECONDS = 3;

export async function measure(): Promise<object> {
  const dataDir = makeTestFolder('solostead-test-');
  const startLarge = () => startServer({ keepsLog: false, dataDir });
  const small = await startServer({ keepsLog: false });
  let large = await startLarge();
  try {
    await small.command('seed', String(sizes[0]));
    const token = await adminToken(large);
    // Half of the samples are old enough to be erased, which would keep a processor busy for an hour.
    await large.sql(
      'update public.lab_terms set unconfirmed_months = 120, declined_months = 120, withdrawn_months = 120, accepted_months = 120',
    );
    const rows = reviewRequests.map((request) => ({ ...request, times: [] as number[] }));
    for (const [step, size] of sizes.entries()) {
      await large.command('seed', String(size - (sizes[step - 1] ?? 0)));
      // PostgreSQL sizes its memory by the data at its start, and a table grows over many starts.
      await large.stop();
      large = await startLarge();
      // Autovacuum has visited a table that grew over years.
      await large.sql('vacuum analyze public.applications');
      for (const row of rows) row.times.push(await timed(large, token, row));
      console.log(`${size.toLocaleString('en')} applications measured`);
    }
    return { ...report(rows), inserts: await measureInserts(small, large) };
  } finally {
    await Promise.all([small.stop(), large.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Adds an admin and returns their access token. */
async function adminToken(server: TestServer): Promise<string> {
  const email = 'bench@lab.example';
  const { password } = await server.addAdmin(email);
  const session = await post(server, '/auth/v1/token?grant_type=password', { email, password });
  return (JSON.parse(session) as { access_token: string }).access_token;
}

/** The median of nine requests over HTTP after one that warms up, in milliseconds. */
async function timed(server: TestServer, token: string, { call, body }: ReviewRequest): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const start = performance.now();
    await post(server, `/rest/v1/rpc/${call}`, body, { authorization: `Bearer ${token}` });
    if (round > 0) times.push(performance.now() - start);
  }
  return median(times);
}

function report(rows: readonly (ReviewRequest & { readonly times: readonly number[] })[]): object {
  const atSize = (step: number) => sizes[step]!.toLocaleString('en');
  const missed: string[] = [];
  const table: Record<string, Record<string, number>> = {};
  for (const { what, goals, times } of rows) {
    for (const [step, time] of times.entries())
      if (time > (goals[sizes[step]!] ?? Infinity)) missed.push(`${what} at ${atSize(step)}`);
    const bySize = times.map((time, step) => [`${atSize(step)} (ms)`, rounded(time)]);
    table[what] = { ...Object.fromEntries(bySize), growth: rounded(times.at(-1)! / times[0]!) };
  }
  console.table(table);
  const goal =
    'at 100,000 ≤ 50 ms, numbers ≤ 100; at 1,000,000 ≤ 500 ms, a word by name and numbers over two years ≤ 1,500';
  console.log(`These miss the goal (${goal}): ${missed.join('; ') || 'none'}`);
  const largest = Object.fromEntries(rows.map(({ what, times }) => [what, rounded(times.at(-1)!)]));
  return { size: sizes.at(-1), milliseconds: largest, goal, missed };
}

/** Sends applications to a small and to a large table in turn. A `ratio` of 1 means that size does not matter. */
async function measureInserts(small: TestServer, large: TestServer): Promise<object> {
  const rounds = [];
  for (let round = 0; round < INSERT_ROUNDS; round += 1) {
    const inSmall = await sendApplications(small, CLIENTS, INSERT_SECONDS);
    const inLarge = await sendApplications(large, CLIENTS, INSERT_SECONDS);
    rounds.push({
      ratio: inLarge.perSecond / inSmall.perSecond,
      processorRatio: inSmall.processorMs / inLarge.processorMs,
      smallPerSecond: inSmall.perSecond,
      largePerSecond: inLarge.perSecond,
      largeP99Ms: inLarge.p99Ms,
    });
  }
  const figures = medians(rounds);
  console.log(
    `  INSERT, ${CLIENTS} clients: ${figures.smallPerSecond}/s into the small table, ${figures.largePerSecond}/s into the ` +
      `large one (p99 ${figures.largeP99Ms} ms), ratio ${figures.ratio} (by processor time ${figures.processorRatio})`,
  );
  return figures;
}
