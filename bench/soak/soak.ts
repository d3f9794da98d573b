import { setTimeout as pause } from 'node:timers/promises';
import { runBackgroundJobs } from './background-jobs.ts';
import { soakClient } from './client.ts';
import { type Journey, journeysOf, reviewerToken } from './journeys.ts';
import { Recorder } from './recorder.ts';
import { sampler } from './samples.ts';
import { openStage, type Stage } from './stage.ts';

const EMAIL = 'reviewer@lab.example';
/** The maximum of concurrent journeys. One more fails, because the rate is not kept then. */
const MAX_CONCURRENT = 40;

/** Runs a day's work for a number of seconds, or until the signal. Returns its records and its real duration. */
export async function soak(
  seconds: number,
  rate: number,
  signal: AbortSignal,
): Promise<{ recorder: Recorder; seconds: number }> {
  const stage = await openStage();
  try {
    const { password } = await stage.first.addAdmin(EMAIL);
    const begun = performance.now();
    const elapsed = () => (performance.now() - begun) / 1000;
    const recorder = new Recorder();
    const client = soakClient(recorder, elapsed, stage.first.publishableKey);
    const who = { email: EMAIL, password };
    const token = reviewerToken(client, stage.first.url, who);
    const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
    const journeys = journeysOf({ stage, client, who, token });
    const isLate = () => recorder.failed('a journey', elapsed(), 'left out, because too many were running');
    await Promise.all([
      watch(sampler(stage, recorder), recorder.reasons, elapsed, seconds, over),
      keepPace(stage, journeys, rate, over, isLate),
      runBackgroundJobs(stage, client, token, seconds, over),
    ]);
    return { recorder, seconds: elapsed() };
  } finally {
    await stage.stop();
  }
}

/** Takes samples until the signal, and prints failures and a line of progress a minute. */
async function watch(
  sample: (at: number) => Promise<string>,
  reasons: readonly string[],
  elapsed: () => number,
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  const everySeconds = Math.min(15, Math.max(2, seconds / 60));
  for (let printed = 0, failures = 0; !signal.aborted;) {
    const at = elapsed();
    const line = await sample(at);
    for (const reason of reasons.slice(failures)) console.log(`  failed: ${reason}`);
    failures = reasons.length;
    if (at - printed >= Math.min(60, seconds / 10)) {
      printed = at;
      console.log(`  ${at.toFixed(0)} s: ${line}`);
    }
    await pause(everySeconds * 1000, null, { signal }).catch(() => null);
  }
}

/** Starts journeys until the signal, so that `rate` requests a second are sent on average, and waits for their end. */
async function keepPace(
  stage: Stage,
  journeys: readonly Journey[],
  rate: number,
  signal: AbortSignal,
  isLate: () => void,
): Promise<void> {
  const requestsEach = journeys.reduce((sum, { share, requests }) => sum + (share / 100) * requests, 0);
  const everyMs = (requestsEach / rate) * 1000;
  const inProgress = new Set<Promise<void>>();
  while (await pause(everyMs, true, { signal }).catch(() => false)) {
    if (inProgress.size >= MAX_CONCURRENT) {
      isLate();
      continue;
    }
    const journey: Promise<void> = stage
      .use(chosen(journeys, Math.random() * 100).go)
      // Its failure is in the recorder.
      .catch(() => {})
      .finally(() => inProgress.delete(journey));
    inProgress.add(journey);
  }
  await Promise.all(inProgress);
}

/** Returns the journey at a place from 0 to 100, by the journeys' shares. */
function chosen(journeys: readonly Journey[], place: number): Journey {
  let upTo = 0;
  return journeys.find(({ share }) => (upTo += share) > place) ?? journeys[0]!;
}
