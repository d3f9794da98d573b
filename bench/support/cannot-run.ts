/** The reason why a benchmark cannot run here, and what to do about it. It is printed without a stack. */
export class CannotRun extends Error {}
