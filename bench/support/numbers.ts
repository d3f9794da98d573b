/** The value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Rounds to two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The median of each figure over rounds that measured the same figures, rounded to two decimals. */
export function medians<Name extends string>(
  rounds: readonly Readonly<Record<Name, number>>[],
): Record<Name, number> {
  const names = Object.keys(rounds[0] ?? {}) as Name[];
  const entries = names.map((name) => [name, rounded(median(rounds.map((figures) => figures[name])))]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
