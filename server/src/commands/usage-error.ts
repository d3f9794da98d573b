import { UserError } from '../user-error.ts';

/** A mistake in the arguments, which ends the program with 2 instead of 1. */
export class UsageError extends UserError {
  override name = 'UsageError';
}
