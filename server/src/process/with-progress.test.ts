import { expect, test, vi } from 'vitest';
import { withProgress } from './with-progress.ts';

test('prints the present step every two seconds if it has changed, and nothing for a short command', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const lines = () => print.mock.calls.map(([line]) => line as string);
  await withProgress(async (progress) => {
    progress('one');
    progress('two');
    vi.advanceTimersByTime(1_999);
    expect(lines()).toEqual([]);
    vi.advanceTimersByTime(4_001);
    expect(lines()).toEqual(['two']);
    progress('three');
    vi.advanceTimersByTime(2_000);
  });
  vi.advanceTimersByTime(10_000);
  expect(lines()).toEqual(['two', 'three']);
});
