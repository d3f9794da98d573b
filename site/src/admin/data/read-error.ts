/** A read that brought nothing; every data layer's errors say `errorKind`, of which 'offline' is: no answer at all. */
export class ReadError extends Error {
  override name = 'ReadError';
  readonly errorKind: 'offline' | 'failed';

  constructor(errorKind: 'offline' | 'failed', message: string) {
    super(message);
    this.errorKind = errorKind;
  }
}

/** Whether there was no answer at all. */
export const isUnanswered = (cause: unknown): boolean =>
  cause instanceof Error && 'errorKind' in cause && cause.errorKind === 'offline';

/** How many seconds the backend asked to wait before another try; null when it asked for none. */
export const secondsAsked = (cause: unknown): number | null =>
  cause instanceof Error && 'waitSeconds' in cause && typeof cause.waitSeconds === 'number'
    ? cause.waitSeconds
    : null;
