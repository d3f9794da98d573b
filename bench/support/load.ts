import { percentile, rounded } from './numbers.ts';

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Repeats `work` in `clients` parallel loops for `seconds`, after a warm-up that is not counted. */
export async function underLoad(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
): Promise<LoadResult> {
  await phase(clients, Math.min(1.5, seconds), work);
  const begun = performance.now();
  const times = await phase(clients, seconds, work);
  const elapsed = (performance.now() - begun) / 1000;
  return {
    perSecond: Math.round(times.length / elapsed),
    p50Ms: rounded(percentile(times, 0.5)),
    p99Ms: rounded(percentile(times, 0.99)),
  };
}

async function phase(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  const deadline = performance.now() + seconds * 1000;
  const loop = async (client: number): Promise<void> => {
    while (performance.now() < deadline) {
      const begun = performance.now();
      await work(client);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return times;
}
