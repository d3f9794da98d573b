/**
 * Something that the operator can mend: a wrong setting, file or argument, a name that is taken, a disk that is full. The
 * message is one sentence that says what is wrong and what to do, and is printed without a stack trace wherever it arises.
 */
export class UserError extends Error {
  override name = 'UserError';
}
