import { makeEthereumWallet, makeSolanaWallet } from '@solostead/server-testkit/identity/wallets';
import { authClient, call } from '@solostead/server-testkit/auth/clients';
import { describe, expect, type TestServer, testSharing } from '@solostead/server-testkit/fixtures';

const it = testSharing({ env: { SUPABASE_CONFIG: 'open.toml' } });
let server: TestServer;
it.beforeAll(({ server: shared }) => {
  server = shared;
});

describe.each(['ethereum', 'solana'] as const)('a wallet of %s (contract A0.2 and A2.6)', (chain) => {
  it('signs its owner in through the official client, and the same one again', async () => {
    const wallet = newWallet[chain]();
    const { data, error } = await signInWith(chain, wallet);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: '', app_metadata: { provider: 'web3', providers: ['web3'] } });
    const [identity] = data.user!.identities!;
    expect(identity).toMatchObject({
      provider: 'web3',
      id: expect.stringMatching(new RegExp(`^web3:${chain}:`)),
      identity_data: { custom_claims: { chain, domain: host(), statement: 'Sign in to Solostead.' } },
    });
    const again = await signInWith(chain, wallet);
    expect(again.data.user?.id).toBe(data.user!.id);
  });

  it('signs in once with one message of many parallel uses', async () => {
    const body = await signed(chain);
    const answers = await Promise.all(Array.from({ length: 10 }, () => grant(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status, body: refusal } = await grant(body);
    expect([status, refusal['error']]).toEqual([400, 'invalid_grant']);
    expect(refusal['error_description']).toMatch(/used before/);
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

  it.for<[object, string | RegExp]>([
    [{ message: 'x'.repeat(20 * 1024 + 1) }, 'message must not exceed 20KB'],
    [{ signature: 'nonsense' }, /signature must be/],
  ])('is refused with %j', async ([change, message]) => {
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

const grant = (body: object) => call(server, 'POST', '/token?grant_type=web3', body);
const host = () => new URL(server.url).host;

const newWallet = { ethereum: makeEthereumWallet, solana: makeSolanaWallet };
type Chain = keyof typeof newWallet;
const signInWith = (chain: Chain, wallet: object = newWallet[chain](), client = authClient(server)) =>
  client.signInWithWeb3({
    chain,
    wallet,
    statement: 'Sign in to Solostead.',
    options: { url: `${server.url}/admin` },
  } as never);

/** Returns the body that the client would send with a new wallet. */
async function signed(chain: Chain): Promise<{ message: string; signature: string }> {
  let body = '';
  const keep: typeof fetch = async (_url, init) => {
    body = String(init?.body);
    return Response.json({});
  };
  await signInWith(chain, newWallet[chain](), authClient(server, { fetch: keep }));
  return JSON.parse(body);
}
