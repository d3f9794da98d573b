import { CannotRun } from '../support/cannot-run.ts';
import { HttpClient } from '../support/http-client.ts';
import { underLoad } from '../support/load.ts';
import { medians } from '../support/numbers.ts';
import { cpuSecondsOfTree } from '../support/process-use.ts';
import type { Started } from './contestant.ts';
import { type Task, tasks } from './tasks.ts';

const ROUNDS = 3;
const SECONDS = 2;

type Figure = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time per request of the server with its database. */
  readonly processorMs: number;
};

/** The figures of each task by the contestant's name. */
export type Race = Readonly<Record<string, Readonly<Record<string, Figure>>>>;

/** Measures each task with every contestant in turn. Returns the medians of the rounds. */
export async function race(servers: ReadonlyMap<string, Started>): Promise<Race> {
  const figures: Record<string, Record<string, Figure>> = {};
  for (const task of tasks) {
    const rounds = new Map<string, Figure[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      // Another contestant begins each round.
      const order = [...servers];
      order.unshift(...order.splice(round % order.length));
      for (const [name, server] of order) {
        const figure = await turn(task, server).catch(({ message }: Error) => {
          throw new CannotRun(`${name} failed at ${task.name}: ${message}`);
        });
        rounds.set(name, [...(rounds.get(name) ?? []), figure]);
      }
    }
    figures[task.name] = Object.fromEntries([...rounds].map(([name, all]) => [name, medians(all)]));
  }
  return figures;
}

async function turn(task: Task, server: Started): Promise<Figure> {
  const ask = await task.begin(server);
  const connections = await HttpClient.openMany(server.url, task.clients);
  const used = () => server.pids.reduce((total, pid) => total + cpuSecondsOfTree(pid), 0);
  const before = used();
  let sent = 0;
  const { perSecond, p50Ms, p99Ms } = await underLoad(task.clients, SECONDS, async (client) => {
    sent += 1;
    const { status } = await ask(connections[client]!, client);
    if (status !== task.expected) throw new Error(`${server.url} answered ${task.name} with ${status}`);
  });
  for (const connection of connections) connection.close();
  return { perSecond, p50Ms, p99Ms, processorMs: ((used() - before) * 1000) / sent };
}
