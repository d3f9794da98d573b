import { HttpClient } from '../support/http-client.ts';
import { underLoad } from '../support/load.ts';
import { median, rounded } from '../support/numbers.ts';
import { cpuSecondsOfTree } from '../support/process-use.ts';
import type { Started } from './contestant.ts';
import { type Task, tasks } from './tasks.ts';

const ROUNDS = 3;
const SECONDS = 2;

export interface Figure {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time per request of the server with its database. */
  readonly processorMs: number;
  /** Answers of all rounds with an unexpected status. */
  readonly refused: number;
}

/** The figures of each task, or the reason why there are none, by the contestant's name. */
export type Race = Readonly<Record<string, Readonly<Record<string, Figure | string>>>>;

/** Measures each task with every contestant in turn. Returns the medians of the rounds. */
export async function race(servers: ReadonlyMap<string, Started>): Promise<Race> {
  const figures: Record<string, Record<string, Figure | string>> = {};
  for (const task of tasks) {
    const rounds = new Map<string, (Figure | string)[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, server] of rotated([...servers], round)) {
        const measured = await turn(task, server).catch((error: Error) => error.message);
        rounds.set(name, [...(rounds.get(name) ?? []), measured]);
      }
    }
    figures[task.name] = Object.fromEntries([...rounds].map(([name, all]) => [name, middle(all)]));
  }
  return figures;
}

/** Rotates the order, so that another contestant begins each round. */
const rotated = <Item>(items: readonly Item[], by: number): Item[] => [
  ...items.slice(by % items.length),
  ...items.slice(0, by % items.length),
];

async function turn(task: Task, server: Started): Promise<Figure> {
  const ask = await task.begin(server);
  const connections = await Promise.all(
    Array.from({ length: task.clients }, () => HttpClient.open(server.url)),
  );
  const used = () => server.pids.reduce((total, pid) => total + cpuSecondsOfTree(pid), 0);
  let sent = 0;
  let refused = 0;
  try {
    const before = used();
    const { perSecond, p50Ms, p99Ms } = await underLoad(task.clients, SECONDS, async (client) => {
      sent += 1;
      const { status } = await ask(connections[client]!, client);
      if (status !== task.expected) refused += 1;
    });
    return { perSecond, p50Ms, p99Ms, processorMs: ((used() - before) * 1000) / sent, refused };
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Returns the medians, or the message of a failed round. */
function middle(rounds: readonly (Figure | string)[]): Figure | string {
  const figures = rounds.filter((round) => typeof round !== 'string');
  if (figures.length < rounds.length) return rounds.find((round) => typeof round === 'string')!;
  const of = (value: (figure: Figure) => number) => rounded(median(figures.map(value)));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    processorMs: of(({ processorMs }) => processorMs),
    refused: figures.reduce((total, { refused }) => total + refused, 0),
  };
}
