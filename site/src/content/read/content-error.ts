/** The mistakes in one file, a sentence each, every one on its own line. */
export class ContentError extends Error {
  override name = 'ContentError';
  /** Where in the code a mistake of the text was found helps no one to mend it. */
  override stack = '';
}
