import { isLoopback } from '../../configuration/loopback.rules.ts';
import type { SignedStatement } from './wallet-message.rules.ts';

/** The lifetime of a signed message, and the allowed clock skew. */
export const STATEMENT_TTL_MS = 10 * 60_000;

/** Bounds of a message (contract A2.6). */
export const MIN_MESSAGE_LENGTH = 64;
export const MAX_MESSAGE_LENGTH = 20 * 1024;

interface Circumstances {
  /** Returns true if a session may be sent to this address, the site's own or one of the allow list. */
  readonly isAllowed: (url: string) => boolean;
  /** True if the site itself is on localhost. */
  readonly isLocalSite: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Returns why a properly signed message is refused, or null. */
export const statementFault = (statement: SignedStatement, circumstances: Circumstances): string | null =>
  placeFault(statement, circumstances) ?? timeFault(statement, circumstances.now);

function placeFault({ uri, domain }: SignedStatement, { isAllowed, isLocalSite }: Circumstances) {
  const url = URL.parse(uri);
  if (!url || !/^https?:$/.test(url.protocol)) return 'URI is not a web address';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'URI uses http but is not on localhost';
  }
  if (url.username || url.password) return 'URI holds credentials';
  // Redirects may always lead to localhost, but a message for another program there is not for a public site.
  const isForUs = isAllowed(url.href) && (isLocalSite || !isLoopback(url.hostname));
  if (!isForUs) return 'URI is not allowed on this server, message was signed for another app';
  if (url.host !== domain) return 'domain does not match the one in URI';
  return null;
}

function timeFault({ issuedAt, expiresAt, notBefore }: SignedStatement, now: number): string | null {
  if (notBefore !== null && now < notBefore) return 'message becomes valid in the future';
  if (expiresAt !== null && now >= expiresAt) return 'message is expired';
  if (now >= issuedAt + STATEMENT_TTL_MS) return 'message was issued too long ago';
  if (now < issuedAt - STATEMENT_TTL_MS) return 'message was issued too far in the future';
  return null;
}
