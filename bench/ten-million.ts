import { asked } from './admin/asked.ts';
import { deskAt } from './admin/desk.ts';
import { adminToken } from './support/admin-token.ts';
import { measureInsertsAtSizes } from './admin/inserts.ts';
import { startServer } from '../tests/harness/servers/server.ts';
import { median, rounded } from './support/numbers.ts';

export const TITLE =
  'INSERT and the first page at 10,000,000 applications, loaded with triggers disabled (20 GB of disk)';
export const isOnlyByName = true;

/** `BENCH_ROWS=100000` shortens the way. */
const rowCount = Number(process.env['BENCH_ROWS'] ?? '10000000');

export async function measure(): Promise<object> {
  const [small, large] = [await startServer({ keepsLog: false }), await startServer({ keepsLog: false })];
  try {
    await small.command('seed', '1000');
    const begun = performance.now();
    // With triggers held back, and what they would make counted after.
    await large.command('seed', String(rowCount));
    await large.sql('vacuum (analyze) public.applications');
    const loadedInSeconds = rounded((performance.now() - begun) / 1000);
    console.log(`${rowCount.toLocaleString('en')} loaded in ${loadedInSeconds} s`);
    const first = asked.find(({ what }) => what.startsWith('first page'))!;
    const desk = deskAt(large, await adminToken(large));
    const times: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const { milliseconds } = await desk.call(first.call, first.body);
      if (round > 0) times.push(milliseconds);
    }
    const firstPageMs = rounded(median(times));
    console.log(`${first.what}: ${firstPageMs} ms`);
    return {
      rows: rowCount,
      loadedInSeconds,
      firstPageMs,
      inserts: await measureInsertsAtSizes(small, large),
    };
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}
