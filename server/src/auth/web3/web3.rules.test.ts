import { describe, expect, it } from 'vitest';
import { parseEthereumMessage, parseSolanaMessage } from './wallet-message.rules.ts';
import { STATEMENT_TTL_MS, statementFault } from './statement.rules.ts';

const presentTime = Date.parse('2026-03-01T10:00:00Z');
const walletAddress = `0x${'ab'.repeat(20)}`;
const BASE58 = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

const tail = [
  'URI: https://site.example/admin',
  'Version: 1',
  'Chain ID: 1',
  'Issued At: 2026-03-01T10:00:00Z',
];
const ethereum = (lines: readonly string[] = tail, statement = ['Hello.']) =>
  [
    `site.example wants you to sign in with your Ethereum account:`,
    walletAddress,
    '',
    ...statement,
    '',
    ...lines,
  ].join('\n');
const solana = (lines: readonly string[] = tail, statement: readonly string[] = ['', 'Hello.', '']) =>
  [`site.example wants you to sign in with your Solana account:`, BASE58, ...statement, ...lines].join('\n');

describe('an EIP-4361 message', () => {
  it('is read with and without a statement', () => {
    expect(parseEthereumMessage(ethereum())).toMatchObject({
      domain: 'site.example',
      address: walletAddress,
      statement: 'Hello.',
      uri: 'https://site.example/admin',
      chainId: '1',
      issuedAt: presentTime,
    });
    expect(parseEthereumMessage(ethereum(tail, []))).toMatchObject({ statement: null });
  });

  it('may list resources', () => {
    const message = ethereum([...tail, 'Resources:', '- https://one.example', '- ipfs://two']);
    expect(parseEthereumMessage(message)).toMatchObject({ uri: 'https://site.example/admin' });
  });

  it.each([
    ['a line twice', [...tail, 'Version: 1']],
    ['an unknown line', [...tail, 'Amount: 3']],
    ['another version', tail.map((line) => line.replace('Version: 1', 'Version: 2'))],
    ['no time of issue', tail.slice(0, 3)],
    ['an invalid time', [...tail.slice(0, 3), 'Issued At: yesterday']],
    ['no chain', [tail[0]!, tail[1]!, tail[3]!]],
    ['resources without dashes', [...tail, 'Resources:', 'https://one.example']],
  ])('with %s is refused', (_, lines) => {
    expect(parseEthereumMessage(ethereum(lines))).toBeNull();
  });

  it.each(['', 'hello', ethereum().replace('Ethereum', 'Solana'), ethereum().replace(walletAddress, '0x12')])(
    'is not %j',
    (message) => expect(parseEthereumMessage(message)).toBeNull(),
  );
});

describe('a Solana message', () => {
  it.each([
    [['', 'Hello.', ''], 'Hello.'],
    [[''], null],
  ])('is read with %j', (statement, expected) => {
    expect(parseSolanaMessage(solana(tail, statement))).toMatchObject({
      statement: expected,
      address: BASE58,
    });
  });

  it('is refused when its address is not base58', () => {
    expect(parseSolanaMessage(solana().replace(BASE58, BASE58.replace('4', '0')))).toBeNull();
  });
});

describe('a signed message', () => {
  const statement = parseEthereumMessage(ethereum())!;
  const isAllowed = (url: string) => /^https:\/\/site\.example\/|^http:\/\/127\.0\.0\.1/.test(url);
  const fault = (change: Partial<typeof statement>, now = presentTime) =>
    statementFault({ ...statement, ...change }, { isAllowed, isLocalSite: false, now });

  it('signs in at its own domain and within its time', () => {
    expect(fault({})).toBeNull();
    expect(fault({}, presentTime + STATEMENT_TTL_MS - 1)).toBeNull();
  });

  it.each([
    [{ uri: 'https://other.example/' }, presentTime, /another app/],
    [{ uri: 'http://127.0.0.1:9/', domain: '127.0.0.1:9' }, presentTime, /another app/],
    [{ domain: 'other.example' }, presentTime, /does not match/],
    [{ uri: 'http://site.example/' }, presentTime, /http/],
    [{ uri: 'javascript:alert(1)' }, presentTime, /not a web address/],
    [{ notBefore: presentTime + 1 }, presentTime, /future/],
    [{ expiresAt: presentTime }, presentTime, /expired/],
    [{}, presentTime + STATEMENT_TTL_MS, /too long ago/],
    [{}, presentTime - STATEMENT_TTL_MS - 1, /too far in the future/],
  ])('with %j at %i does not sign in', (change, now, reason) => {
    expect(fault(change, now)).toMatch(reason);
  });
});
