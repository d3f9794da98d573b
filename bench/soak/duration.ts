const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Returns the seconds of `90s`, `60m` or `2h`, or null for anything else and for less than 30 seconds. */
export function secondsOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * units[unit ?? 's']!;
  return seconds >= 30 ? seconds : null;
}
