import { fill } from '../../kernel/words.tsx';

const HOUR_MS = 3_600_000;

interface StayWords {
  readonly stayNow: string;
  readonly stayHours: string;
  readonly stayOneDay: string;
  readonly stayDays: string;
}

/** Formats a duration in whole hours or days, as in '3 days in {status}'. */
export function sayTimeInStatus(since: string, now: number, words: StayWords): string {
  const hours = Math.floor((now - Date.parse(since)) / HOUR_MS);
  const days = Math.floor(hours / 24);
  if (hours < 1) return words.stayNow;
  if (days < 1) return fill(words.stayHours, { count: hours });
  return days === 1 ? words.stayOneDay : fill(words.stayDays, { count: days });
}
