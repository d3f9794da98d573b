/** What travels beside an application and is read by triggers of `applications`: docs/applying.md. */
export const applicationHeaders = {
  /** Whole milliseconds since the dialog opened. */
  elapsed: 'x-application-elapsed',
  /** What stands in the honeypot field, percent-encoded; anything but nothing is refused. */
  honeypot: 'x-application-trap',
  /** A solved proof of work, as JSON. */
  proof: 'x-application-proof',
  /** Which wording of the questions was answered. */
  questionsVersion: 'x-questions-version',
  /** The SHA-256 of the form's key, in hex: a repeated insert is recognised by it, and its sender has rights by the key. */
  formKey: 'x-application-key',
  /** Where the visitor first came from, form-encoded. */
  firstTouch: 'x-first-touch',
} as const;

/** What stands in the honeypot field as its header carries it: ASCII and short, empty where it is empty. */
export function honeypotHeaderValue(content: string): string {
  return encodeURIComponent(content.toWellFormed()).slice(0, 100);
}
