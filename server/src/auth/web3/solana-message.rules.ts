import { assembleStatement, type SignedStatement } from './signed-statement.rules.ts';

const FIRST_LINE = /^(?<domain>[^\s/?#@]+) wants you to sign in with your Solana account:$/;
/** 32 bytes in base58. */
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * Reads a Sign In With Solana message; null when it is not one. Wallets write it with or without a statement,
 * `@supabase/auth-js` with `Version` before `URI`.
 */
export function parseSolanaMessage(message: string): SignedStatement | null {
  const [first = '', address = '', ...rest] = message.split('\n');
  const domain = FIRST_LINE.exec(first)?.groups?.['domain'];
  if (!domain || !ADDRESS.test(address) || rest[0] !== '') return null;
  const hasStatement = rest[2] === '' && rest.length > 3;
  return assembleStatement(
    { domain, address, statement: hasStatement ? rest[1]! : null },
    rest.slice(hasStatement ? 3 : 1),
  );
}
