import { sampleApplication } from '../tests/harness/applicant.ts';
import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { HttpClient, requestHead } from './support/http-client.ts';
import { median, percentile, rounded } from './support/numbers.ts';

export const TITLE =
  'an application beside 150 connections of refused reads, the costliest against cheap ones';

const ATTACKERS = 150;
const SECONDS = 3;
const ROUNDS = 3;

const items = (count: number, item: string): string => Array.from({ length: count }, () => item).join();

/** Reads that a visitor is refused, each as costly as its kind can be. */
const costly: Readonly<Record<string, string>> = {
  'a wide select': `select=${items(200, 'id')}`,
  'a select beyond the bound': `select=${items(2500, 'id')}`,
  'a wide order': `order=${items(50, 'id')}`,
  'many filters': items(200, 'id=eq.1').replaceAll(',', '&'),
  'many parameters': Array.from({ length: 2900 }, (_, number) => number.toString(36)).join('&'),
  'a wide tree': `or=(${items(200, 'id.eq.1')})`,
  'a long list': `id=in.(${items(2000, '1')})`,
  'a long list, quoted badly': `id=in.(${items(2000, '"a')})`,
  'deep paths': `select=${items(10, `id${'->a'.repeat(50)}`)}`,
  embeds: `select=${items(100, 'application_tags(id)')}`,
  'all at once': [
    `select=${items(200, 'id')}`,
    `order=${items(50, 'id')}`,
    `or=(${items(199, 'id.eq.1')})`,
    `email=in.(${items(2000, '1')})`,
  ].join('&'),
};

interface Beside {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly applications: number;
  readonly readsPerSecond: number;
  readonly readStatus: number;
}

export async function measure(): Promise<object> {
  const server = await startServer({ keepsLog: false });
  try {
    const figures: Record<string, object> = {};
    for (const [name, query] of Object.entries(costly)) figures[name] = await compare(server, name, query);
    return figures;
  } finally {
    await server.stop();
  }
}

/** In turn, so that other load of the machine falls on both. */
async function compare(server: TestServer, name: string, query: string): Promise<object> {
  const rounds: { cheap: Beside; costly: Beside }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ cheap: await applyBeside(server, 'select=id'), costly: await applyBeside(server, query) });
  const medianOf = (which: 'cheap' | 'costly') =>
    rounded(median(rounds.map((round) => round[which].medianMs)));
  const ratio = rounded(median(rounds.map((round) => round.costly.medianMs / round.cheap.medianMs)));
  const { readStatus } = rounds[0]!.costly;
  console.log(
    `  ${name.padEnd(26)} (${readStatus}): ${medianOf('costly')} ms; cheap ${medianOf('cheap')} ms; ratio ${ratio}`,
  );
  return { cheapMs: medianOf('cheap'), costlyMs: medianOf('costly'), ratio, rounds };
}

async function applyBeside(server: TestServer, query: string): Promise<Beside> {
  const reading = readUntilStopped(server, query);
  const connections = await reading.connections;
  const applicant = await HttpClient.open(server.url);
  const times = await apply(server, applicant, SECONDS);
  const { reads, status } = await reading.stop();
  for (const connection of [...connections, applicant]) connection.close();
  return {
    medianMs: rounded(median(times)),
    p99Ms: rounded(percentile(times, 0.99)),
    applications: times.length,
    readsPerSecond: Math.round(reads / SECONDS),
    readStatus: status,
  };
}

function readUntilStopped(server: TestServer, query: string) {
  const state = { isOver: false, reads: 0, status: 0 };
  const head = requestHead('GET', `${server.url}/rest/v1/applications?${query}`, {
    apikey: server.publishableKey,
  });
  const connections = Promise.all(Array.from({ length: ATTACKERS }, () => HttpClient.open(server.url)));
  const loops = connections.then((all) =>
    Promise.all(
      all.map(async (connection) => {
        while (!state.isOver) {
          state.status = (await connection.send(head)).status;
          state.reads += 1;
        }
      }),
    ),
  );
  const stop = async () => {
    state.isOver = true;
    const { reads } = state;
    await loops;
    return { reads, status: state.status };
  };
  return { connections, stop };
}

/** One applicant after the other; the first is not counted. */
async function apply(server: TestServer, applicant: HttpClient, seconds: number): Promise<number[]> {
  const head = requestHead('POST', `${server.url}/rest/v1/applications`, {
    apikey: server.publishableKey,
    'content-type': 'application/json',
    prefer: 'return=minimal',
  });
  const times: number[] = [];
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    const begun = performance.now();
    const { status } = await applicant.send(head, JSON.stringify(sampleApplication()));
    if (status !== 201) throw new Error(`an INSERT was answered with ${status}`);
    times.push(performance.now() - begun);
  }
  return times.slice(1);
}
