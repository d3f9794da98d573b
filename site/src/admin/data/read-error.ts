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
export const isUnanswered = (cause: unknown): boolean =>
  cause instanceof Error && 'errorKind' in cause && cause.errorKind === 'offline';

/** Returns the seconds the backend asked to wait, or null. */
export const secondsAsked = (cause: unknown): number | null =>
  cause instanceof Error && 'waitSeconds' in cause && typeof cause.waitSeconds === 'number'
    ? cause.waitSeconds
    : null;
