import { setTimeout as pause } from 'node:timers/promises';
import type { Recorder } from './recorder.ts';
import { type Sample, takeSample } from './samples.ts';
import type { Stage } from './stage.ts';

/** Takes samples until the signal, and prints about ten lines of progress. */
export async function watch(
  { first, second }: Stage,
  recorder: Recorder,
  elapsed: () => number,
  seconds: number,
  signal: AbortSignal,
): Promise<readonly Sample[]> {
  const everySeconds = Math.min(15, Math.max(2, seconds / 60));
  const saidEvery = Math.min(60, seconds / 10);
  const samples: Sample[] = [];
  let said = 0;
  while (!signal.aborted) {
    const sample = await takeSample(first, second(), elapsed(), recorder.requests);
    samples.push(sample);
    if (sample.at - said >= saidEvery) {
      said = sample.at;
      console.log(progress(sample, recorder.failures));
    }
    await pause(everySeconds * 1000, null, { signal }).catch(() => null);
  }
  return samples;
}

const progress = (sample: Sample, failures: number): string =>
  `  ${clock(sample.at)}  ${sample.requests} requests, ${failures} failed, ${sample.applications} applications; ` +
  `${sample.memoryMiB} + ${sample.second?.memoryMiB ?? 0} MiB, ${sample.serverDescriptors + sample.postgresDescriptors} descriptors, ${sample.connections} connections, ` +
  `${Math.round(sample.databaseMiB + sample.walMiB)} MiB on disk`;

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
