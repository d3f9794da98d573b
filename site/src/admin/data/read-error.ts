/** A failed read. Errors of every data layer have an `errorKind`, and 'offline' means no answer at all. */
export class ReadError extends Error {
  override name = 'ReadError';
  readonly errorKind: 'offline' | 'failed';

  constructor(errorKind: 'offline' | 'failed', message: string) {
    super(message);
    this.errorKind = errorKind;
  }
}

/** Returns true if there was no answer at all. */
const isUnanswered = (cause: unknown): boolean =>
  cause instanceof Error && 'errorKind' in cause && cause.errorKind === 'offline';

/** Returns the seconds the backend asked to wait, or null. */
const retryAfterSeconds = (cause: unknown): number | null =>
  cause instanceof Error && 'waitSeconds' in cause && typeof cause.waitSeconds === 'number'
    ? cause.waitSeconds
    : null;

/** A longer wait is reported instead, because a person is waiting. */
const MAX_WAIT_SECONDS = 10;

/**
 * Retries twice, after one second and two, when there was no answer, and when the backend asks for a retry soon.
 * Everything else is reported.
 */
export const retries = {
  retry: (failures: number, cause: unknown): boolean =>
    failures < 2 && (isUnanswered(cause) || (retryAfterSeconds(cause) ?? Infinity) <= MAX_WAIT_SECONDS),
  retryDelay: (failures: number, cause: unknown): number =>
    1000 * (retryAfterSeconds(cause) ?? 2 ** failures),
};
