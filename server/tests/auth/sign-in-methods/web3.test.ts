import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeConfig } from '../../harness/servers/config.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { makeEthereumWallet, makeSolanaWallet } from '../../harness/identity/wallets.ts';
import { authClient, call } from '../../harness/auth/clients.ts';

let server: TestServer;
let config: ReturnType<typeof writeConfig>;

beforeAll(async () => {
  config = writeConfig(`
[auth]
enable_signup = true
[auth.web3.ethereum]
enabled = true
[auth.web3.solana]
enabled = true
`);
  server = await startServer({ env: config.env });
});

afterAll(async () => {
  await server?.stop();
  config?.remove();
});

describe.each(['ethereum', 'solana'] as const)('a wallet of %s (contract A0.2 and A2.6)', (chain) => {
  it('signs its owner in through the official client', async () => {
    const { data, error } = await signInWith[chain]();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: '', app_metadata: { provider: 'web3', providers: ['web3'] } });
    const [identity] = data.user!.identities!;
    expect(identity).toMatchObject({
      provider: 'web3',
      id: expect.stringMatching(new RegExp(`^web3:${chain}:`)),
      identity_data: { custom_claims: { chain, domain: host(), statement: 'Sign in to Solostead.' } },
    });
  });

  it('recognises its account at the next sign-in', async () => {
    const wallet = chain === 'ethereum' ? makeEthereumWallet() : makeSolanaWallet();
    const first = await signInWith[chain](wallet as never);
    const second = await signInWith[chain](wallet as never);
    expect(second.error).toBeNull();
    expect(second.data.user?.id).toBe(first.data.user?.id);
  });

  it('signs in once with one message of many parallel uses', async () => {
    const body = await signed(chain);
    const answers = await Promise.all(Array.from({ length: 10 }, () => grant(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status, body: refusal } = await grant(body);
    expect([status, refusal['error']]).toEqual([400, 'invalid_grant']);
    expect(refusal['error_description']).toMatch(/used before/);
  });

  it.each<[string, () => Words, RegExp]>([
    ['for another site', () => ({ uri: 'https://evil.example/', domain: 'evil.example' }), /another app/],
    ['with an unknown line', () => ({ more: ['Amount: 1000'] }), /malformed/],
  ])('is refused with a message %s', async (_, change, reason) => {
    const { status, body } = await grant(await signed(chain, change()));
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'invalid_grant', error_description: expect.stringMatching(reason) });
  });

  it("is refused with another wallet's signature, and with a changed message", async () => {
    const [mine, theirs] = await Promise.all([signed(chain), signed(chain)]);
    for (const body of [
      { ...mine, signature: theirs.signature },
      { ...mine, message: mine.message.replace('Solostead.', 'Solostead!') },
    ]) {
      const { status, body: refusal } = await grant(body);
      expect([status, refusal['error']]).toEqual([400, 'invalid_grant']);
      expect(refusal['error_description']).toMatch(/signature does not match/);
    }
  });

  it.each([
    [{ message: 'short' }, 'message is too short'],
    [{ message: 'x'.repeat(20 * 1024 + 1) }, 'message must not exceed 20KB'],
    [{ signature: 'nonsense' }, /signature must be/],
    [{ signature: null }, /signature must be/],
  ])('is refused with %j', async (change, message) => {
    const { status, body } = await grant({ ...(await signed(chain)), ...change });
    expect([status, body['error_code']]).toEqual([400, 'validation_failed']);
    expect(body['msg']).toMatch(message);
  });
});

describe('POST /token?grant_type=web3', () => {
  it('refuses other chains (contract A2.6)', async () => {
    const { status, body } = await grant({ chain: 'dogecoin', message: 'x', signature: 'x' });
    expect([status, body['error_code']]).toEqual([400, 'web3_unsupported_chain']);
  });
});

const grant = (body: object, at = server) => call(at, 'POST', '/token?grant_type=web3', body);
const host = () => new URL(server.url).host;

const signInWith = {
  ethereum: (wallet = makeEthereumWallet()) =>
    authClient(server).signInWithWeb3({
      chain: 'ethereum',
      wallet: wallet as never,
      statement: 'Sign in to Solostead.',
      options: { url: `${server.url}/admin` },
    }),
  solana: (wallet = makeSolanaWallet()) =>
    authClient(server).signInWithWeb3({
      chain: 'solana',
      wallet: wallet as never,
      statement: 'Sign in to Solostead.',
      options: { url: `${server.url}/admin` },
    }),
};

interface Words {
  readonly domain?: string;
  readonly uri?: string;
  readonly more?: readonly string[];
}

const words = (chain: 'Ethereum' | 'Solana', address: string, change: Words = {}) =>
  [
    `${change.domain ?? host()} wants you to sign in with your ${chain} account:`,
    address,
    '',
    'Sign in to Solostead.',
    '',
    `URI: ${change.uri ?? `${server.url}/admin`}`,
    'Version: 1',
    'Chain ID: 1',
    `Issued At: ${new Date().toISOString()}`,
    ...(change.more ?? []),
  ].join('\n');

/** Signs as the wallet of `chain` would. */
async function signed(chain: 'ethereum' | 'solana', change: Words = {}) {
  if (chain === 'ethereum') {
    const wallet = makeEthereumWallet();
    const message = words('Ethereum', wallet.address, change);
    return { chain, message, signature: await wallet.sign(message) };
  }
  const wallet = makeSolanaWallet();
  const message = words('Solana', wallet.publicKey.toBase58(), change);
  const signature = await wallet.signMessage(new TextEncoder().encode(message));
  return { chain, message, signature: Buffer.from(signature).toString('base64url') };
}
