import { beforeEach, describe, expect, it, vi } from 'vitest';

const START = Date.parse('2026-11-28T12:00:00Z');
const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.resetModules();
});

describe('the server’s time', () => {
  it('is counted on from an answer, whatever the device’s clock shows', async () => {
    const { noteServerTime, serverNow } = await import('./clock.ts');
    noteServerTime(START - 72 * HOUR_MS);
    vi.advanceTimersByTime(1_000);
    expect(serverNow()).toBe(START - 72 * HOUR_MS + 1_000);
  });

  it('does not go back when the device’s clock is set back', async () => {
    const { noteServerTime, serverNow } = await import('./clock.ts');
    noteServerTime(START);
    vi.advanceTimersByTime(1_000);
    vi.setSystemTime(START - HOUR_MS);
    expect(serverNow()).toBe(START + 1_000);
  });

  it('is measured again after the device’s clock was set ahead', async () => {
    const { noteServerTime, serverNow } = await import('./clock.ts');
    noteServerTime(START);
    vi.setSystemTime(START + HOUR_MS);
    noteServerTime(START + 500);
    expect(serverNow()).toBe(START + 500);
  });

  it('is certain once an answer stated it, until the clock was set or the device slept', async () => {
    const { isTimeCertain, noteServerTime } = await import('./clock.ts');
    const certain = [isTimeCertain()];
    noteServerTime(START, false);
    certain.push(isTimeCertain());
    noteServerTime(START);
    certain.push(isTimeCertain());
    for (const deviceMs of [START + HOUR_MS, START - HOUR_MS]) {
      vi.setSystemTime(deviceMs);
      certain.push(isTimeCertain());
      noteServerTime(START);
      certain.push(isTimeCertain());
    }
    expect(certain).toEqual([false, false, true, false, true, false, true]);
  });

  it('stays where an answer differs by its way alone, and where a time is none', async () => {
    const { noteServerTime, serverNow } = await import('./clock.ts');
    noteServerTime(START);
    for (const noted of [START - 1_500, START + 1_500, Number.NaN]) noteServerTime(noted);
    expect(serverNow()).toBe(START);
  });
});
