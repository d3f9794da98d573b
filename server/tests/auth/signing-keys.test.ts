import { newSigningKey } from '../harness/servers/keys.ts';
import { bearerOf } from '../harness/auth/second-factor.ts';
import { send } from '../harness/auth/scenario.ts';
import { signedInClient } from '../harness/auth/clients.ts';
import { expect, testStarting } from '../harness/fixtures.ts';

const verifying = { ...newSigningKey(), key_ops: ['verify'] };
const signing = { ...newSigningKey(), key_ops: ['sign', 'verify'] };
const silent = newSigningKey();
const test = testStarting({ env: { JWT_KEYS: JSON.stringify([verifying, signing, silent]) } });

test('tokens are signed by the first key that may sign, and verified with what is published', async ({
  server,
}) => {
  const { client } = await signedInClient(server);
  const [header = ''] = (await bearerOf(client)).split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ kid: signing.kid });
  const { keys } = (await send(server, { path: '/.well-known/jwks.json' })).body;
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([verifying.kid, signing.kid, silent.kid]);
  expect((await client.getClaims()).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
});
