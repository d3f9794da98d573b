/**
 * Options of a test or a `describe` that needs something of the machine. Without it the test is skipped and `npm
 * test` counts it under `reason`, such as "no HAProxy here".
 */
export const needs = (isHere: boolean, reason: string) =>
  isHere ? {} : { skip: true, meta: { skippedFor: reason } };

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. */
    skippedFor?: string;
  }
}
