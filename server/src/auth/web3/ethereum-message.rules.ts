import { assembleStatement, type SignedStatement } from './signed-statement.rules.ts';

const FIRST_LINE =
  /^(?:(?<scheme>[a-z][a-z0-9+.-]*):\/\/)?(?<domain>[^\s/?#@]+) wants you to sign in with your Ethereum account:$/i;

/**
 * Reads an EIP-4361 message letter by letter, so that what is checked is what was signed; null when it is not one.
 * The nonce may be missing, for `@supabase/auth-js` leaves it out by default; replay is stopped otherwise.
 */
export function parseEthereumMessage(message: string): SignedStatement | null {
  const [first = '', address = '', empty, ...rest] = message.split('\n');
  const domain = FIRST_LINE.exec(first)?.groups?.['domain'];
  if (!domain || !/^0x[0-9a-f]{40}$/i.test(address) || empty !== '') return null;
  // [statement LF] LF: a statement is followed by an empty line; without one a second empty line stands here.
  const gap = rest.indexOf('');
  if (gap !== 0 && gap !== 1) return null;
  const statement = assembleStatement(
    { domain, address, statement: gap === 1 ? rest[0]! : null },
    rest.slice(gap + 1),
  );
  return statement && /^\d{1,20}$/.test(statement.chainId ?? '') ? statement : null;
}
