import { startServer, type TestServer } from '../tests/harness/server.ts';
import { adminToken } from './support/admin-token.ts';

export const title =
  'the review workspace at 1,000, 100,000 and 1,000,000 applications: pages, searches, filters, counts';

/** Applications in the table, step by step; `BENCH_SIZES=1000,100000` shortens the way. */
const sizes = (process.env['BENCH_SIZES'] ?? '1000,100000,1000000').split(',').map(Number);

/** What a reviewer does, as the screens ask for it. `goal`: first page, search and filter are held to it. */
const asked = [
  // The way itself, to take away from the others on a busy machine: a request that reads one row.
  { what: 'who asks', call: 'review_me', body: {}, goal: false },
  { what: 'first page, newest first', call: 'review_list', body: {}, goal: true },
  { what: 'first page, by name', call: 'review_list', body: { sort: 'name', descending: false }, goal: true },
  { what: 'first page, best rated', call: 'review_list', body: { sort: 'rating' }, goal: true },
  { what: 'search, every row', call: 'review_list', body: { filter: { search: 'sample' } }, goal: true },
  { what: 'search, one in thirty', call: 'review_list', body: { filter: { search: 'juniper' } }, goal: true },
  {
    what: 'search, two words',
    call: 'review_list',
    body: { filter: { search: 'juniper zenith' } },
    goal: true,
  },
  {
    what: 'search, one address',
    call: 'review_list',
    body: { filter: { search: 'builder-0000500@' } },
    goal: true,
  },
  { what: 'search, nobody', call: 'review_list', body: { filter: { search: 'nobody at all' } }, goal: true },
  { what: 'search, two letters', call: 'review_list', body: { filter: { search: 'zz' } }, goal: true },
  { what: 'filter, status', call: 'review_list', body: { filter: { status: ['accepted'] } }, goal: true },
  {
    what: 'filter, waiting and unconfirmed',
    call: 'review_list',
    body: { filter: { status: ['submitted'], confirmed: false } },
    goal: true,
  },
  {
    what: 'filter, tag and source',
    call: 'review_list',
    body: { filter: { tag: 'strong', source: 'podcast' } },
    goal: true,
  },
  { what: 'count, all', call: 'review_count', body: {}, goal: false },
  { what: 'count, status', call: 'review_count', body: { filter: { status: ['accepted'] } }, goal: false },
  { what: 'count, search', call: 'review_count', body: { filter: { search: 'juniper' } }, goal: false },
  { what: 'export, 2,000 rows', call: 'review_export', body: {}, goal: false },
  { what: 'what others did', call: 'review_pulse', body: { after_event: 1 }, goal: false },
] as const;

export async function measure(): Promise<object> {
  const server = await startServer();
  try {
    const token = await adminToken(server);
    const rows: Record<string, number[]> = {};
    let there = 0;
    for (const size of sizes) {
      await server.command('seed', String(size - there));
      there = size;
      for (const { what, call, body } of asked) {
        (rows[what] ??= []).push(await median(server, token, call, body));
      }
      console.log(`${size.toLocaleString('en')} applications measured`);
    }
    return report(rows);
  } finally {
    await server.stop();
  }
}

/** The median of nine requests over HTTP after one that warms up, in milliseconds. */
async function median(server: TestServer, token: string, call: string, body: object): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const start = performance.now();
    const response = await fetch(`${server.url}/rest/v1/rpc/${call}`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${call} answered ${response.status}.`);
    if (round > 0) times.push(performance.now() - start);
  }
  return times.toSorted((one, other) => one - other)[4]!;
}

function report(rows: Readonly<Record<string, readonly number[]>>): object {
  const goals = new Set<string>(asked.filter(({ goal }) => goal).map(({ what }) => what));
  const said = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`.padStart(11);
  console.log(
    `${''.padEnd(34)}${sizes.map((size) => size.toLocaleString('en').padStart(11)).join('')}  growth`,
  );
  let worst = 0;
  for (const [what, times] of Object.entries(rows)) {
    const last = times.at(-1)!;
    if (goals.has(what)) worst = Math.max(worst, last);
    console.log(`${what.padEnd(34)}${times.map(said).join('')}  ${(last / times[0]!).toFixed(1)} ×`);
  }
  console.log(
    `slowest page, search or filter at ${sizes.at(-1)!.toLocaleString('en')}: ${said(worst).trim()} (goal 100 ms)`,
  );
  return { sizes, milliseconds: rows, slowest: worst, goal: 100 };
}
