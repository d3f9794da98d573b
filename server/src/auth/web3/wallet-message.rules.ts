import { z } from 'zod';

/** The statement that a wallet signs, with the facts common to EIP-4361 (Ethereum) and Sign In With Solana. */
export interface SignedStatement {
  /** The authority that asks, as the wallet showed it, host with port. */
  readonly domain: string;
  readonly address: string;
  readonly statement: string | null;
  readonly uri: string;
  readonly chainId: string | null;
  /** Milliseconds since the epoch, like the two below. */
  readonly issuedAt: number;
  readonly expiresAt: number | null;
  readonly notBefore: number | null;
}

const labels = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
];

/** Parses `Label: value` lines in any order. Returns null for unknown or repeated labels. */
function labelledLines(lines: readonly string[]): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>();
  for (const line of lines) {
    const label = labels.find((candidate) => line.startsWith(`${candidate}: `));
    if (!label || found.has(label)) return null;
    found.set(label, line.slice(label.length + 2));
  }
  return found;
}

/** Splits the optional list of resources off the end of the labelled lines. */
function splitResources(lines: readonly string[]): { fields: readonly string[]; resources: string[] } {
  const start = lines.findIndex((line) => line === 'Resources:' || line === 'Resources');
  if (start < 0) return { fields: lines, resources: [] };
  return { fields: lines.slice(0, start), resources: lines.slice(start + 1) };
}

/** Parses an RFC 3339 time to milliseconds. Returns null when absent and undefined when invalid. */
function statementTime(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  // Date.parse reads 30 February as 2 March.
  if (!z.iso.date().safeParse(text.slice(0, 10)).success) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

type Head = Pick<SignedStatement, 'domain' | 'address' | 'statement'>;

/** Combines head and labelled lines. Returns null when a required one is missing or a value is malformed. */
function assembleStatement(head: Head, lines: readonly string[]): SignedStatement | null {
  const { fields, resources } = splitResources(lines);
  const labelled = labelledLines(fields);
  if (!labelled || resources.some((line) => !line.startsWith('- '))) return null;
  const issuedAt = statementTime(labelled.get('Issued At'));
  const expiresAt = statementTime(labelled.get('Expiration Time'));
  const notBefore = statementTime(labelled.get('Not Before'));
  const uri = labelled.get('URI');
  if (!issuedAt || expiresAt === undefined || notBefore === undefined || !uri) return null;
  if (labelled.get('Version') !== '1') return null;
  return { ...head, uri, chainId: labelled.get('Chain ID') ?? null, issuedAt, expiresAt, notBefore };
}

const ETHEREUM_FIRST_LINE =
  /^(?:(?<scheme>[a-z][a-z0-9+.-]*):\/\/)?(?<domain>[^\s/?#@]+) wants you to sign in with your Ethereum account:$/i;

/**
 * Parses an EIP-4361 message strictly, line by line, so that the checked text is the signed one. Returns null for
 * other texts. The nonce may be missing, because `@supabase/auth-js` leaves it out by default. Replay is prevented in
 * another way.
 */
export function parseEthereumMessage(message: string): SignedStatement | null {
  const [first = '', address = '', empty, ...rest] = message.split('\n');
  const domain = ETHEREUM_FIRST_LINE.exec(first)?.groups?.['domain'];
  if (!domain || !/^0x[0-9a-f]{40}$/i.test(address) || empty !== '') return null;
  // [statement LF] LF. An empty line follows a statement. Without one a second empty line comes here.
  const gap = rest.indexOf('');
  if (gap !== 0 && gap !== 1) return null;
  const statement = assembleStatement(
    { domain, address, statement: gap === 1 ? rest[0]! : null },
    rest.slice(gap + 1),
  );
  return statement && /^\d{1,20}$/.test(statement.chainId ?? '') ? statement : null;
}

const SOLANA_FIRST_LINE = /^(?<domain>[^\s/?#@]+) wants you to sign in with your Solana account:$/;
/** 32 bytes in base58. */
const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** A Sign In With Solana message or null. Wallets may omit the statement, `@supabase/auth-js` has `Version` first. */
export function parseSolanaMessage(message: string): SignedStatement | null {
  const [first = '', address = '', ...rest] = message.split('\n');
  const domain = SOLANA_FIRST_LINE.exec(first)?.groups?.['domain'];
  if (!domain || !SOLANA_ADDRESS.test(address) || rest[0] !== '') return null;
  const hasStatement = rest[2] === '' && rest.length > 3;
  return assembleStatement(
    { domain, address, statement: hasStatement ? rest[1]! : null },
    rest.slice(hasStatement ? 3 : 1),
  );
}
