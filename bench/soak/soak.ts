import { Recorder } from './recorder.ts';
import { backgroundJobs, runRepeatedly } from './background-jobs.ts';
import { SoakClient } from './client.ts';
import { journeysOf } from './journeys.ts';
import { keepPace } from './pace.ts';
import { reviewerToken } from './sessions.ts';
import { openStage, type Stage } from './stage.ts';
import { type Measure, measures } from './verdict.ts';
import { watch } from './watch.ts';

export interface Outcome {
  readonly secondsAskedFor: number;
  readonly seconds: number;
  /** The intended number of requests per second. */
  readonly rate: number;
  readonly requests: number;
  readonly failures: number;
  readonly reasons: readonly string[];
  readonly journeysLeftOut: number;
  readonly operations: ReturnType<Recorder['figures']>;
  readonly measures: readonly Measure[];
}

const EMAIL = 'reviewer@lab.example';

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
  const client = new SoakClient(recorder, elapsed, stage.first.publishableKey);
  const who = { email: EMAIL, password };
  const token = reviewerToken(client, stage.first.url, who);
  const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
  const [samples, journeysLeftOut] = await Promise.all([
    watch(stage, recorder, elapsed, seconds, over),
    keepPace(stage, journeysOf({ stage, client, who, token }), rate, over),
    runRepeatedly(backgroundJobs(stage, client, token, seconds), over),
  ]);
  const length = elapsed();
  const operations = recorder.figures(length);
  return {
    secondsAskedFor: seconds,
    seconds: Math.round(length),
    rate,
    requests: recorder.requests,
    failures: recorder.failures,
    reasons: recorder.reasons,
    journeysLeftOut,
    operations,
    measures: measures(
      operations,
      samples.map((sample) => ({ ...sample, at: sample.at / length })),
    ),
  };
}
