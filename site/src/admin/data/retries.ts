import { isUnanswered, secondsAsked } from './read-error.ts';

/** A longer wait is told and not sat out: someone looks at what does not come. */
const LONGEST_WAIT_SECONDS = 10;

/**
 * What is worth asking again by itself, twice: what got no answer, after one second and two, and what the backend asks to
 * bring again soon, when it says. Everything else is told.
 */
export const retries = {
  retry: (failures: number, cause: unknown): boolean =>
    failures < 2 && (isUnanswered(cause) || (secondsAsked(cause) ?? Infinity) <= LONGEST_WAIT_SECONDS),
  retryDelay: (failures: number, cause: unknown): number => 1000 * (secondsAsked(cause) ?? 2 ** failures),
};
