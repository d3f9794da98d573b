import { isUnanswered, secondsAsked } from './read-error.ts';

/** A longer wait is reported instead, because a person is waiting. */
const MAX_WAIT_SECONDS = 10;

/**
 * Retries twice, after one second and two, when there was no answer, and when the backend asks for a retry soon.
 * Everything else is reported.
 */
export const retries = {
  retry: (failures: number, cause: unknown): boolean =>
    failures < 2 && (isUnanswered(cause) || (secondsAsked(cause) ?? Infinity) <= MAX_WAIT_SECONDS),
  retryDelay: (failures: number, cause: unknown): number => 1000 * (secondsAsked(cause) ?? 2 ** failures),
};
