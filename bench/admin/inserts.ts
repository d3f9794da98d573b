import { sampleApplication } from '../../tests/harness/applicant.ts';
import type { TestServer } from '../../tests/harness/servers/server.ts';
import { HttpClient, requestHead } from '../support/http-client.ts';
import { type LoadResult, underLoad } from '../support/load.ts';
import { median, rounded } from '../support/numbers.ts';
import { cpuSecondsOfTree } from '../support/process-use.ts';

const CLIENTS = 32;
const ROUNDS = 7;
const SECONDS = 3;

interface Round extends LoadResult {
  /** Processor time of server and PostgreSQL for one INSERT, in milliseconds. */
  readonly processorMs: number;
}

/**
 * INSERT of an application over HTTP into a small table and into a large one, taking turns, so that other load of the machine meets both. `ratio`: INSERTs a second into the large one against the small one; 1 is flat.
 */
export async function measureInsertsAtSizes(small: TestServer, large: TestServer): Promise<object> {
  const [inSmall, inLarge]: [Round[], Round[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    inSmall.push(await insert(small));
    inLarge.push(await insert(large));
  }
  const ratios = inLarge.map(({ perSecond }, round) => perSecond / inSmall[round]!.perSecond);
  const processor = inLarge.map(({ processorMs }, round) => inSmall[round]!.processorMs / processorMs);
  const figures = {
    clients: CLIENTS,
    ratio: rounded(median(ratios)),
    processorRatio: rounded(median(processor)),
    small: summary(inSmall),
    large: summary(inLarge),
  };
  console.log(
    `INSERT, ${CLIENTS} clients: ${figures.small.perSecond}/s into the small table (p99 ${figures.small.p99Ms} ms), ` +
      `${figures.large.perSecond}/s into the large one (p99 ${figures.large.p99Ms} ms), ` +
      `ratio ${figures.ratio} (by processor time ${figures.processorRatio})`,
  );
  return figures;
}

function summary(taken: readonly Round[]) {
  const middle = (figure: (round: Round) => number) => rounded(median(taken.map(figure)));
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    processorMs: middle(({ processorMs }) => processorMs),
  };
}

async function insert(server: TestServer): Promise<Round> {
  const connections = await Promise.all(Array.from({ length: CLIENTS }, () => HttpClient.open(server.url)));
  const head = requestHead('POST', `${server.url}/rest/v1/applications`, {
    apikey: server.publishableKey,
    'content-type': 'application/json',
    prefer: 'return=minimal',
  });
  const before = cpuSecondsOfTree(server.pid);
  let requests = 0;
  const result = await underLoad(CLIENTS, SECONDS, async (client) => {
    requests += 1;
    const { status } = await connections[client]!.send(head, JSON.stringify(sampleApplication()));
    if (status !== 201) throw new Error(`an INSERT was answered with ${status}`);
  });
  const processorMs = ((cpuSecondsOfTree(server.pid) - before) * 1000) / requests;
  for (const connection of connections) connection.close();
  return { ...result, processorMs };
}
