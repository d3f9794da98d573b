import { describe, expect, testOpen as test } from '@solostead/server-testkit/fixtures';

/** Nearly as long as a body may be. */
const LENGTH = 60_000;
const filled = (text: string) => text.repeat(Math.floor(LENGTH / text.length));
const json = (value: unknown) => JSON.stringify(value);
const base64url = (bytes: Buffer) => bytes.toString('base64url');
const jwt = (header: string, claims: string) =>
  [header, claims, 'x'].map((part) => base64url(Buffer.from(part))).join('.');
const credential = (response: object) =>
  json({
    challenge_id: crypto.randomUUID(),
    credential: { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response },
  });
const FORM = 'application/x-www-form-urlencoded';

/** Requests of an anonymous caller to a parser: path, body, its type and headers. */
const requests: Readonly<Record<string, readonly [string, string, string?, Record<string, string>?]>> = {
  'JSON that is nested': ['/signup', filled('[')],
  'JSON with many members': ['/signup', `{"data":[${filled('{},')}1]}`],
  'JSON with a long number': ['/signup', `{"data":{"a":${filled('1')}}}`],
  'JSON with many escapes': ['/signup', `"${filled('\\u0041')}"`],
  'an address of blanks': ['/recover', json({ email: `${filled(' ')}x` })],
  'a redirect target with many labels': [
    '/otp',
    json({ email: 'x' }),
    undefined,
    { redirect_to: `https://${'a.'.repeat(5_000)}b` },
  ],
  'a redirect target of a company': [
    '/sso',
    json({ domain: 'x.example', redirect_to: `https://x.preview.example.org/${filled('a/')}` }),
  ],
  'a form with many fields': ['/sso/saml/acs', filled('a&'), FORM],
  'a form with a long field of blanks': ['/sso/saml/acs', `RelayState=x&SAMLResponse=${filled('+')}!`, FORM],
  'parts of a form': ['/sso/saml/acs', filled('--x\r\n\r\n'), 'multipart/form-data; boundary=x'],
  'CBOR with deep maps': [
    '/passkeys/authentication/verify',
    credential({
      clientDataJSON: 'e30',
      signature: 'AA',
      authenticatorData: base64url(Buffer.alloc(40_000, 0xa1)),
    }),
  ],
  'CBOR with deep arrays': [
    '/passkeys/authentication/verify',
    credential({ clientDataJSON: 'e30', attestationObject: base64url(Buffer.alloc(40_000, 0x81)) }),
  ],
  'a token with nested claims': [
    '/token?grant_type=id_token',
    json({ provider: 'google', id_token: jwt('{"alg":"ES256"}', `{"a":${'['.repeat(5_000)}`) }),
  ],
  'a bearer with a nested header': [
    '/signup',
    '{}',
    undefined,
    { authorization: `Bearer ${jwt(`{"alg":${'['.repeat(5_000)}`, '{}')}` },
  ],
  'a wallet’s message with many lines': [
    '/token?grant_type=web3',
    json({ chain: 'solana', message: 'URI: a\n'.repeat(2_800), signature: 'A'.repeat(86) }),
  ],
  'a refresh token of any length': ['/token?grant_type=refresh_token', json({ refresh_token: filled('a') })],
  'a link’s hash of any length': ['/verify', json({ type: 'signup', token_hash: filled('a') })],
  'a chain of proxies': ['/signup', '{}', undefined, { 'x-forwarded-for': filled(':').slice(0, 10_000) }],
};

describe('bodies that are made to take long', () => {
  test.for(Object.keys(requests))('leave the server to others: %s', async (kind, { server }) => {
    const [path, body, type = 'application/json', headers = {}] = requests[kind]!;
    const post = async () => {
      const sent = { apikey: server.publishableKey, 'content-type': type, ...headers };
      const answer = await fetch(`${server.url}/auth/v1${path}`, {
        method: 'POST',
        redirect: 'manual',
        body,
        headers: sent,
      });
      await answer.text();
      return answer.status;
    };
    /** A duration, because it is the subject. Another try on a machine that was busy takes less. */
    const delayOfOthers = async () => {
      const hostile = Promise.all(Array.from({ length: 8 }, post));
      const begun = performance.now();
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
      const delay = performance.now() - begun;
      for (const status of await hostile) expect(status).toBeLessThan(500);
      return delay;
    };
    await expect.poll(delayOfOthers).toBeLessThan(1_000);
  });
});
