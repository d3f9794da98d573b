import { z } from 'zod';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest duration of the CLI, 292 years. */
const MAX_MS = 9_223_372_036_854;

/** Converts a duration of config.toml ("24h0m0s", "1.5h") to milliseconds, or returns null. A number means seconds. */
export function parseDuration(text: string | number): number | null {
  if (typeof text === 'number') return inRange(text * 1_000);
  if (text === '0') return 0;
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * units[unit!]!;
  }
  return inRange(total);
}

const inRange = (ms: number): number | null => (ms >= 0 && ms <= MAX_MS ? ms : null);

/** A duration of config.toml, in milliseconds. */
export const duration = z.union([z.string(), z.number()]).transform((value, context) => {
  const milliseconds = parseDuration(value);
  if (milliseconds !== null) return milliseconds;
  context.addIssue({ code: 'custom', message: 'must be a duration such as "1m" or "24h"' });
  return z.NEVER;
});
