import type * as z from 'zod/mini';
import { useSave } from '../../../saving/use-save.ts';
import { asReviewError, conflictDetail } from './review-error.ts';
import { report } from './use-report.ts';

interface Saving<Values, Answer, Theirs> {
  readonly send: (values: Values) => Promise<Answer>;
  readonly done: (answer: Answer, values: Values) => unknown;
  readonly settled?: () => unknown;
  /** The handling of a version conflict. */
  readonly conflict?: {
    readonly shape: z.ZodMiniType<Theirs>;
    readonly take: (theirs: Theirs, values: Values) => unknown;
  };
  /** Shows the database's sentence at a field. Otherwise a toast does. */
  readonly refused?: (message: string) => void;
  /** Offers another try in the toast of a failure. */
  readonly retries?: boolean;
}

/** Saves through the review's functions as `useSave` does, and reports version conflicts, refusals and failures. */
export function useReviewSave<Values = void, Answer = unknown, Theirs = never>({
  conflict,
  refused,
  retries = false,
  ...saving
}: Saving<Values, Answer, Theirs>) {
  const failed = (cause: unknown, again: () => void, values: Values) => {
    const theirs = conflict ? conflictDetail(cause, conflict.shape) : null;
    if (conflict && theirs !== null) return conflict.take(theirs, values);
    const { errorKind, message } = asReviewError(cause);
    if (refused && errorKind === 'refused') return refused(message);
    return report(cause, retries ? again : undefined);
  };
  return useSave({ ...saving, failed });
}
