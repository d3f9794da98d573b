/**
 * A mistake that the operator can fix, such as a wrong setting, file or argument, a name in use, or a full disk. The
 * message is one sentence with the mistake and the remedy, and is printed without a stack trace wherever it arises.
 */
export class UserError extends Error {
  override name = 'UserError';
}
