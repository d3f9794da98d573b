import { UserError } from '../user-error.ts';

/** Something typed that no command takes; the program ends with 2 instead of 1. */
export class UsageError extends UserError {
  override name = 'UsageError';
}
