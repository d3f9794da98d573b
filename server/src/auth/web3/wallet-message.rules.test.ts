import { describe, expect, it } from 'vitest';
import { parseEthereumMessage, parseSolanaMessage } from './wallet-message.rules.ts';

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
      expiresAt: null,
      notBefore: null,
    });
    expect(parseEthereumMessage(ethereum(tail, []))).toMatchObject({ statement: null });
  });

  it('may have a nonce, a request id, a beginning and an end, in any order', () => {
    const message = ethereum([
      'Not Before: 2026-03-01T09:59:00.5Z',
      'Nonce: abcdefgh',
      ...tail,
      'Request ID: 7',
      'Expiration Time: 2026-03-01T12:00:00+01:00',
    ]);
    expect(parseEthereumMessage(message)).toMatchObject({
      notBefore: presentTime - 59_500,
      expiresAt: presentTime + 60 * 60_000,
    });
  });

  it('may begin with a scheme', () => {
    expect(parseEthereumMessage(`https://${ethereum()}`)).toMatchObject({ domain: 'site.example' });
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
    ['a time without a zone', [...tail.slice(0, 3), 'Issued At: 2026-03-01T10:00:00']],
    ['an hour that no day has', [...tail.slice(0, 3), 'Issued At: 2026-03-01T25:00:00Z']],
    ['an invalid end', [...tail, 'Expiration Time: soon']],
    ['an end that no calendar has', [...tail, 'Expiration Time: 2026-02-30T12:00:00Z']],
    ['an invalid beginning', [...tail, 'Not Before: soon']],
    ['no URI', tail.slice(1)],
    ['a chain that is no number', tail.map((line) => line.replace('Chain ID: 1', 'Chain ID: main'))],
    ['an empty line between', [...tail.slice(0, 2), '', ...tail.slice(2)]],
    ['no chain', [tail[0]!, tail[1]!, tail[3]!]],
    ['resources without dashes', [...tail, 'Resources:', 'https://one.example']],
  ])('with %s is refused', (_, lines) => {
    expect(parseEthereumMessage(ethereum(lines))).toBeNull();
  });

  it.each([
    '',
    'hello',
    ethereum().replace('Ethereum', 'Solana'),
    ethereum().replace(walletAddress, '0x12'),
    ethereum().replace('site.example', 'eve@site.example'),
    ethereum(tail, ['Hello.', 'And more.']),
    ethereum().replaceAll('\n', '\r\n'),
  ])('is not %j', (message) => expect(parseEthereumMessage(message)).toBeNull());
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

  it('needs no chain', () => {
    expect(parseSolanaMessage(solana(tail.filter((line) => !line.startsWith('Chain'))))).toMatchObject({
      chainId: null,
    });
  });

  it.each([
    '',
    ethereum(),
    solana().replace(BASE58, BASE58.replace('4', '0')),
    solana().replace(BASE58, BASE58.slice(0, 31)),
    solana().replace('site.example', 'https://site.example'),
    solana(tail, []),
    solana(['Amount: 3', ...tail]),
    solana(tail, ['', 'Hello.', 'And more.', '']),
  ])('is not %j', (message) => expect(parseSolanaMessage(message)).toBeNull());
});
