/** What a wallet signs to sign in: the facts common to EIP-4361 (Ethereum) and Sign In With Solana. */
export interface SignedStatement {
  /** Authority that asks, as the wallet showed it: host with port. */
  readonly domain: string;
  readonly address: string;
  readonly statement: string | null;
  readonly uri: string;
  readonly version: string;
  readonly chainId: string | null;
  readonly nonce: string | null;
  /** Milliseconds since the epoch, like the two below. */
  readonly issuedAt: number;
  readonly expiresAt: number | null;
  readonly notBefore: number | null;
  readonly requestId: string | null;
  readonly resources: readonly string[];
}

/** The lines of a message by their labels; each label once, in any order, nothing unknown between them. */
type LabelledLines = ReadonlyMap<string, string>;

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

/** Reads `Label: value` lines; null when one is unknown or comes twice. */
function labelledLines(lines: readonly string[]): LabelledLines | null {
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

/** An RFC 3339 time in milliseconds; null when absent, undefined when it is not one. */
function statementTime(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

interface Head {
  readonly domain: string;
  readonly address: string;
  readonly statement: string | null;
}

/** Puts head and labelled lines together; null when a required one is missing or a value is malformed. */
export function assembleStatement(head: Head, lines: readonly string[]): SignedStatement | null {
  const { fields, resources } = splitResources(lines);
  const labelled = labelledLines(fields);
  if (!labelled || resources.some((line) => !line.startsWith('- '))) return null;
  const issuedAt = statementTime(labelled.get('Issued At'));
  const expiresAt = statementTime(labelled.get('Expiration Time'));
  const notBefore = statementTime(labelled.get('Not Before'));
  const uri = labelled.get('URI');
  if (!issuedAt || expiresAt === undefined || notBefore === undefined || !uri) return null;
  if (labelled.get('Version') !== '1') return null;
  return {
    ...head,
    uri,
    version: '1',
    chainId: labelled.get('Chain ID') ?? null,
    nonce: labelled.get('Nonce') ?? null,
    issuedAt,
    expiresAt,
    notBefore,
    requestId: labelled.get('Request ID') ?? null,
    resources: resources.map((line) => line.slice(2)),
  };
}
