/** Headers of an application, which triggers of `applications` read (docs/applying.md). */
export const applicationHeaders = {
  /** Whole milliseconds since the dialog opened. */
  elapsed: 'x-application-elapsed',
  /** The value of the honeypot field, percent-encoded. Any value is refused. */
  honeypot: 'x-application-trap',
  /** A solved proof of work, as JSON. */
  proof: 'x-application-proof',
  /** The version of the questions' wording. */
  questionsVersion: 'x-questions-version',
  /** The SHA-256 of the form's key in hex. It identifies a repeated insert, and the key gives its sender rights. */
  formKey: 'x-application-key',
  /** The visitor's first page and its referrer, form-encoded. */
  firstTouch: 'x-first-touch',
} as const;

/** Returns the honeypot field's value for its header, ASCII and short, empty if it is empty. */
export function honeypotHeaderValue(content: string): string {
  return encodeURIComponent(content.toWellFormed()).slice(0, 100);
}
