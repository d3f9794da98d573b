/** The mistakes in one file, a sentence each, every one on its own line. */
export class ContentError extends Error {
  override name = 'ContentError';
  /** A stack trace does not help to fix a mistake in a text. */
  override stack = '';
}
