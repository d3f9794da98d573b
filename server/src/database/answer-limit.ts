import type { Settings } from './connections/connect.ts';

/** The time between PostgreSQL's own timeout and the moment at which a server without an answer counts as gone. */
const GRACE_MS = 12_000;

/** PostgreSQL's units of time, in milliseconds. */
const units: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Returns `limitMs`, or more if the settings allow statements more time. Without their timeout there is no limit. */
export function answerLimit(limitMs: number | undefined, settings: Settings): number | undefined {
  const timeoutMs = milliseconds(settings['statement_timeout'] ?? '');
  if (!limitMs || timeoutMs === null) return limitMs;
  return timeoutMs === 0 ? undefined : Math.max(limitMs, timeoutMs + GRACE_MS);
}

/** Reads a duration as PostgreSQL writes it (`30s`, `1.5min`, `60000`). */
function milliseconds(duration: string): number | null {
  const [, number, unit = 'ms'] = /^\s*(\d+(?:\.\d+)?)\s*(us|ms|s|min|h|d)?\s*$/.exec(duration) ?? [];
  return number === undefined ? null : Math.round(Number(number) * units[unit]!);
}
