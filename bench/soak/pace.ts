import { setTimeout as pause } from 'node:timers/promises';
import type { Journey } from './journeys.ts';
import type { Stage } from './stage.ts';

/** The maximum of concurrent journeys. */
const MAX_CONCURRENT = 40;

/**
 * Starts journeys until the signal, so that `rate` requests a second are sent on average, and waits for their end.
 * @returns the number of journeys that were left out because too many were running
 */
export async function keepPace(
  stage: Stage,
  journeys: readonly Journey[],
  rate: number,
  signal: AbortSignal,
): Promise<number> {
  const requestsEach = journeys.reduce((sum, { share, requests }) => sum + (share / 100) * requests, 0);
  const everyMs = (requestsEach / rate) * 1000;
  const inProgress = new Set<Promise<void>>();
  let leftOut = 0;
  const begin = () => {
    if (inProgress.size >= MAX_CONCURRENT) return void (leftOut += 1);
    const { go } = chosen(journeys, Math.random() * 100);
    const journey: Promise<void> = stage
      .use(go)
      // Its failure is in the recorder.
      .catch(() => {})
      .finally(() => inProgress.delete(journey));
    inProgress.add(journey);
  };
  while (await pause(everyMs, true, { signal }).catch(() => false)) begin();
  await Promise.all(inProgress);
  return leftOut;
}

/** Returns the journey at a place from 0 to 100, by the journeys' shares. */
function chosen(journeys: readonly Journey[], place: number): Journey {
  let upTo = 0;
  return journeys.find(({ share }) => (upTo += share) > place) ?? journeys[0]!;
}
