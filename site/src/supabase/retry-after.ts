/** Until when the backend wants no other try, in milliseconds since 1970. */
let until = 0;

/** `fetch` that remembers what a 429 says of when to come back; the clients' own errors leave that out. */
export const fetchNotingRetryAfter: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After'));
    until = seconds > 0 ? Date.now() + seconds * 1000 : 0;
  }
  return response;
};

/** Whole seconds until the backend takes another try; null when it has not said or the time has come. */
export function secondsToWait(now = Date.now()): number | null {
  return until > now ? Math.ceil((until - now) / 1000) : null;
}

const units = [
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** '45 seconds', '5 minutes', '2 hours': rounded up, so that no try comes too early. */
export function spellWait(seconds: number): string {
  const { unit, seconds: size } = units.find((candidate) => seconds >= 1.5 * candidate.seconds) ?? units[2];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / size),
  );
}
