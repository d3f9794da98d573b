/** Returns the mail server's failure in words, by the reply codes of RFC 5321 and RFC 3463. */
export function describeFailure(failure: string): string {
  if (/\b[45]\.2\.2\b|\b[45]52\b|mailbox (is )?full|over quota/i.test(failure)) return 'mailbox full';
  if (/\b4\.\d{1,3}\.\d{1,3}\b|\b4[25]\d\b/.test(failure)) return 'their mail server asked to try later';
  return /\b5\d\d\b/.test(failure) ? 'their mail server refused it' : 'it could not be delivered';
}
