import type { TestServer } from '../../tests/harness/servers/server.ts';
import { median, percentile, rounded } from '../support/numbers.ts';

/** Applications in the table, step by step; `BENCH_SIZES=1000,100000` shortens the way. */
const sizes = (process.env['BENCH_SIZES'] ?? '1000,100000,1000000').split(',').map(Number);

const TIMES = 25;

/** What an admin's screen asks for, as the site asks it. */
const reads: Readonly<Record<string, readonly [procedure: string, parameters: object]>> = {
  'first page by date': ['review_list', {}],
  'search by name': ['review_list', { filter: { search: 'willow zenith' } }],
  'search by e-mail': ['review_list', { filter: { search: 'builder-0000777@' } }],
  'filter by status': ['review_list', { filter: { status: ['interview'] } }],
  'exact count': ['review_count', {}],
};

interface ReadFigures {
  readonly size: number;
  readonly read: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Against the same read in the smallest table. */
  readonly growth: number;
}

/** Fills the table step by step and times the admin's reads at each; `token` is an admin's. */
export async function measureReads(server: TestServer, token: string): Promise<ReadFigures[]> {
  const figures: ReadFigures[] = [];
  for (const size of sizes) {
    await growTo(server, size);
    for (const [read, [procedure, parameters]] of Object.entries(reads)) {
      const taken = await timed(() => call(server, token, procedure, parameters));
      const first = figures.find((figure) => figure.read === read)?.medianMs ?? median(taken);
      const medianMs = rounded(median(taken));
      const growth = rounded(medianMs / first);
      figures.push({ size, read, medianMs, p95Ms: rounded(percentile(taken, 0.95)), growth });
      console.log(`  ${size} applications, ${read}: ${medianMs} ms (× ${growth})`);
    }
  }
  return figures;
}

async function growTo(server: TestServer, size: number): Promise<void> {
  const [row] = await server.sql<{ count: string }>('select count(*) from public.applications');
  const missing = size - Number(row!.count);
  if (missing > 0) await server.command('seed', String(missing));
}

async function timed(work: () => Promise<void>): Promise<number[]> {
  for (let warm = 0; warm < 5; warm++) await work();
  const taken: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const begun = performance.now();
    await work();
    taken.push(performance.now() - begun);
  }
  return taken;
}

async function call(server: TestServer, token: string, procedure: string, parameters: object): Promise<void> {
  const response = await fetch(`${server.url}/rest/v1/rpc/${procedure}`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(parameters),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${procedure} was answered with ${response.status}: ${text}`);
}
