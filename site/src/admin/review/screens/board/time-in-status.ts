const HOUR_MS = 3_600_000;

/** Formats the time in a status in whole hours or days, as in '3 days in Interview'. */
export function sayTimeInStatus(since: string, now: number, status: string): string {
  const hours = Math.floor((now - Date.parse(since)) / HOUR_MS);
  const days = Math.floor(hours / 24);
  if (hours < 1) return `new in ${status}`;
  if (days < 1) return `${hours} h in ${status}`;
  return days === 1 ? `1 day in ${status}` : `${days} days in ${status}`;
}
