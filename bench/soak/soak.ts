import { setTimeout as pause } from 'node:timers/promises';
import { runBackgroundJobs } from './background-jobs.ts';
import { soakClient } from './client.ts';
import { type Journey, journeysOf, reviewerToken } from './journeys.ts';
import { Recorder } from './recorder.ts';
import { takeSample } from './samples.ts';
import { openStage, type Stage } from './stage.ts';
import { type Measure, measures, type Sample } from './verdict.ts';

export interface Outcome {
  readonly seconds: number;
  readonly requests: number;
  readonly failures: number;
  readonly reasons: readonly string[];
  readonly journeysLeftOut: number;
  readonly operations: ReturnType<Recorder['figures']>;
  readonly measures: readonly Measure[];
}

const EMAIL = 'reviewer@lab.example';
/** The maximum of concurrent journeys. */
const MAX_CONCURRENT = 40;

/** Runs a day's work for a number of seconds, or until the signal. The times of samples are shares of the real duration. */
export async function soak(seconds: number, rate: number, signal: AbortSignal): Promise<Outcome> {
  const stage = await openStage();
  try {
    return await drive(stage, seconds, rate, signal);
  } finally {
    await stage.stop();
  }
}

async function drive(stage: Stage, seconds: number, rate: number, signal: AbortSignal): Promise<Outcome> {
  const { password } = await stage.first.addAdmin(EMAIL);
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  const recorder = new Recorder();
  const client = soakClient(recorder, elapsed, stage.first.publishableKey);
  const who = { email: EMAIL, password };
  const token = reviewerToken(client, stage.first.url, who);
  const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
  const [samples, journeysLeftOut] = await Promise.all([
    watch(stage, recorder, elapsed, seconds, over),
    keepPace(stage, journeysOf({ stage, client, who, token }), rate, over),
    runBackgroundJobs(stage, client, token, seconds, over),
  ]);
  const length = elapsed();
  const operations = recorder.figures(length);
  const shares = samples.map((sample) => ({ ...sample, at: sample.at / length }));
  const { requests, failures, reasons } = recorder;
  return {
    seconds: Math.round(length),
    ...{ requests, failures, reasons, journeysLeftOut },
    operations,
    measures: measures(operations, shares),
  };
}

/** Takes samples until the signal, and prints about ten lines of progress. */
async function watch(
  { first, second }: Stage,
  recorder: Recorder,
  elapsed: () => number,
  seconds: number,
  signal: AbortSignal,
): Promise<readonly Sample[]> {
  const everySeconds = Math.min(15, Math.max(2, seconds / 60));
  const printedEvery = Math.min(60, seconds / 10);
  const samples: Sample[] = [];
  let printed = 0;
  while (!signal.aborted) {
    const sample = await takeSample(first, second(), elapsed(), recorder.requests);
    samples.push(sample);
    if (sample.at - printed >= printedEvery) {
      printed = sample.at;
      const { at, requests, applications, held } = sample;
      console.log(
        `  ${at.toFixed(0)} s: ${requests} requests, ${recorder.failures} failed, ${applications} applications; ` +
          `${held['memory (PSS, MiB)']} + ${held['memory of the second copy (PSS, MiB)'] ?? 0} MiB, ` +
          `${held.connections} connections, ${Math.round(held['database (MiB)'] ?? 0)} MiB of database`,
      );
    }
    await pause(everySeconds * 1000, null, { signal }).catch(() => null);
  }
  return samples;
}

/**
 * Starts journeys until the signal, so that `rate` requests a second are sent on average, and waits for their end.
 * @returns the number of journeys that were left out because too many were running
 */
async function keepPace(
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
