import type { TestServer } from '../../tests/harness/servers/server.ts';
import { median, rounded } from '../support/numbers.ts';
import { cpuSeconds, cpuSecondsOfTree } from '../support/process-use.ts';

/** Processor time of one, in milliseconds. */
export interface Cost {
  readonly serverMs: number;
  readonly postgresMs: number;
}

const ROUNDS = 5;

/** The medians of five rounds of `count`, after a quarter as many that are not counted. */
export async function costOf(
  { pid }: TestServer,
  count: number,
  work: (count: number) => Promise<void>,
): Promise<Cost> {
  await work(count / 4);
  const rounds: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [own, tree] = [cpuSeconds(pid), cpuSecondsOfTree(pid)];
    await work(count);
    const ofServer = cpuSeconds(pid) - own;
    const ofPostgres = cpuSecondsOfTree(pid) - tree - ofServer;
    rounds.push({ serverMs: (ofServer * 1000) / count, postgresMs: (ofPostgres * 1000) / count });
  }
  return {
    serverMs: rounded(median(rounds.map(({ serverMs }) => serverMs))),
    postgresMs: rounded(median(rounds.map(({ postgresMs }) => postgresMs))),
  };
}

/** Prints what `what` cost. */
export function report(what: string, cost: Cost): Cost {
  console.log(`  ${what}: ${cost.serverMs} ms of the server and ${cost.postgresMs} ms of PostgreSQL`);
  return cost;
}
