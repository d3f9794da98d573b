import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { retries } from '../../../data/read-error.ts';
import { ReviewError } from './review-error.ts';

const start = Date.parse('2026-11-22T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: start }));

/** The seconds at which a read that fails each time is tried. */
async function tries(failure: () => Error): Promise<number[]> {
  const at: number[] = [];
  const queryFn = () => {
    at.push((Date.now() - start) / 1000);
    return Promise.reject(failure());
  };
  const client = new QueryClient({ defaultOptions: { queries: { ...retries, networkMode: 'always' } } });
  const read = client.fetchQuery({ queryKey: ['read'], queryFn, ...retries }).catch(() => null);
  await vi.runAllTimersAsync();
  await read;
  return at;
}

const busy = (seconds: number) => new ReviewError('refused', 'Too many at once', null, seconds);

it.each<readonly [what: string, failure: () => Error, at: readonly number[]]>([
  ['without an answer is tried twice more', () => new ReviewError('offline', ''), [0, 1, 3]],
  ['that met a busy backend is retried after the time in its answer', () => busy(4), [0, 4, 8]],
  ['with a long wait fails at once', () => busy(60), [0]],
  ['that was refused is not tried again', () => new ReviewError('refused', 'No such tag'), [0]],
  ['that failed is not tried again', () => new ReviewError('failed', ''), [0]],
])('a read %s', async (_what, failure, at) => {
  expect(await tries(failure)).toEqual(at);
});
