/** The cause of a failed delivery: the mail server accepts no mail, or it refuses this one, or neither is known. */
export type Blame = 'server' | 'mail' | 'unknown';

/** The properties of a failure from nodemailer and Node. */
interface Failure {
  readonly code?: string;
  /** The answered SMTP command. `CONN` stands for the connection itself, `API` for a mail that was never sent. */
  readonly command?: string;
  /** The mail server's code and its whole answer. */
  readonly responseCode?: number;
  readonly response?: string;
  readonly originalCode?: string;
  readonly timeoutType?: string;
  /** Of a captured mail's file. */
  readonly path?: string;
}

// Before MAIL FROM no recipient has been named. A reset or a time-out of the socket may come later too.
const beforeSender = ['ETLS', 'EAUTH', 'EDNS'];
const beforeConnection = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'];
const duringSetup = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'];
const aboutOneMail = ['RCPT TO', 'DATA', 'API'];

/**
 * Returns the cause of a failure as far as it shows. The sender of a form chooses the recipient, so a failure that a
 * recipient can cause is never the server's. `unknown` is settled by a connection without a recipient.
 */
export function blame(error: unknown, recipient: string): Blame {
  const { code = '', command, originalCode = '', timeoutType = '', path } = error as Failure;
  if (path !== undefined) return 'server';
  if (beforeSender.includes(code) || beforeConnection.includes(originalCode)) return 'server';
  if (duringSetup.includes(timeoutType)) return 'server';
  if (command && aboutOneMail.includes(command) && code !== 'ECONNECTION') return 'mail';
  // An address beyond ASCII changes what MAIL FROM asks for (SMTPUTF8).
  const isAscii = /^[\x20-\x7e]*$/.test(recipient);
  if (command === 'MAIL FROM') return isAscii && code === 'EENVELOPE' ? 'server' : 'mail';
  return 'unknown';
}

const forLess = [421, 450, 451, 452];
// Codes about the mail system, the network or its policy, not about one mailbox or greylisting (RFC 3463).
const ANY_ENHANCED_CODE = /\b4\.\d{1,3}\.\d{1,3}\b/;
const ABOUT_THE_PACE = /\b4\.[3457]\.\d/;
const IN_WORDS = /rate|limit|too many|throttl|slow|quota|frequen/i;

/**
 * Returns true if the mail server asks for fewer mails instead of refusing this one. An answer to a recipient may be
 * the recipient's doing, so there it must say so.
 */
export function asksForLess(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as Failure;
  if (!forLess.includes(responseCode)) return false;
  if (command !== 'RCPT TO') return true;
  if (/gr[ea]y-?list/i.test(response)) return false;
  return ANY_ENHANCED_CODE.test(response) ? ABOUT_THE_PACE.test(response) : IN_WORDS.test(response);
}

// Codes about the mailbox itself (RFC 3463): bad, moved or no address, no mail for its domain, switched off.
const ABOUT_THE_MAILBOX = /\b5\.(?:1\.(?:[0-46]|10)|2\.1)\b/;
const ENHANCED_CODE = /\b5\.\d{1,3}\.\d{1,3}\b/;
const aboutTheMailbox = [550, 551, 553];
// Texts of servers without enhanced codes that refuse the sender and not the mailbox.
const ABOUT_THE_SENDER =
  /relay|block|black ?list|spam|policy|reputation|authenticat|sender|denied|not permitted/i;

/**
 * Returns the mail server's words when it refused the recipient permanently, so that a retry is useless. Returns null
 * for every other failure, which may be temporary or about the sender, the login or the content.
 */
export function recipientRefusal(error: unknown): string | null {
  const { command, responseCode = 0, response = '' } = error as Failure;
  if (command !== 'RCPT TO' || responseCode < 500 || responseCode > 599) return null;
  const isForGood = ENHANCED_CODE.test(response)
    ? ABOUT_THE_MAILBOX.test(response)
    : aboutTheMailbox.includes(responseCode) && !ABOUT_THE_SENDER.test(response);
  return isForGood ? response || String(responseCode) : null;
}

/** Returns a failure's codes for the log, without its words, which may contain an address. */
export function failureCode(error: unknown): string {
  const { name, code, responseCode } = error as { name?: string; code?: string; responseCode?: number };
  return [code ?? name ?? 'Error', responseCode].filter(Boolean).join(' ');
}

/** Returns the first words of a mail server as PostgreSQL stores them, without NUL and halves of surrogate pairs. */
export const storedWords = (words: string): string =>
  words.slice(0, 500).toWellFormed().replaceAll('\0', '\ufffd');
