import { noteServerTime, serverNow } from './clock.ts';

/** The server or its proxy had no room for a request. */
export const BUSY = 'The server is busy. Please try again in a moment.';
/** A proxy answered in place of the server. */
export const NO_ANSWER = 'The server did not answer. Please try again in a moment.';

/** Until when the backend wants no other try, as `serverNow` counts. */
let until = 0;

/** `fetch` that notes the server's time, and the Retry-After of a 429, which the clients' own errors omit. */
export const fetchNotingRetryAfter: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  noteServerTime(Date.parse(response.headers.get('Date') ?? ''));
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After'));
    until = seconds > 0 ? serverNow() + seconds * 1000 : 0;
  }
  return response;
};

/** Returns the whole seconds until the backend accepts another try, or null. */
export function secondsToWait(): number | null {
  const now = serverNow();
  return until > now ? Math.ceil((until - now) / 1000) : null;
}

const units = [
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** Formats '45 seconds', '5 minutes' or '2 hours', rounded up, so that no retry comes too early. */
export function spellWait(seconds: number): string {
  const { unit, seconds: size } = units.find((candidate) => seconds >= 1.5 * candidate.seconds) ?? units[2];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / size),
  );
}
