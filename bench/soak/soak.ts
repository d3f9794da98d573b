import { Book } from './book.ts';
import { choresOf, goAbout } from './chores.ts';
import { SoakClient } from './client.ts';
import { journeysOf } from './journeys.ts';
import { keepPace } from './pace.ts';
import { reviewerAt } from './people.ts';
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
  readonly operations: ReturnType<Book['figures']>;
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
  const book = new Book();
  const client = new SoakClient(book, elapsed, stage.first.publishableKey);
  const who = { email: EMAIL, password };
  const token = reviewerAt(client, stage.first.url, who);
  const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
  const [samples, pace] = await Promise.all([
    watch(stage, book, elapsed, seconds, over),
    keepPace(stage, journeysOf({ stage, client, who, token }), rate, over),
    goAbout(choresOf(stage, client, token, seconds), over),
  ]);
  const length = elapsed();
  const operations = book.figures(length);
  return {
    secondsAskedFor: seconds,
    seconds: Math.round(length),
    rate,
    requests: book.requests,
    failures: book.failures,
    reasons: book.reasons,
    journeysLeftOut: pace.leftOut,
    operations,
    measures: measures(
      operations,
      samples.map((sample) => ({ ...sample, at: sample.at / length })),
    ),
  };
}
