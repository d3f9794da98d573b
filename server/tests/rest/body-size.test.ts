import { Readable } from 'node:stream';
import { signToken } from '@solostead/server-testkit/identity/token';
import { expect, it, type Lab } from './fixtures.ts';

it.for([
  ['an anonymous user', 64],
  ['a signed-in person', 1024],
  ['the secret key', 1024],
] as const)('a body of %s may have %i KB', async ([who, kilobytes], { lab }) => {
  const object = (size: number) => `{"text":${words(size)}}`;
  for (const sent of [(text: string) => text, chunked]) {
    const within = await echo(lab, sent(object(kilobytes)), callers[who](lab));
    expect(within.status).toBe(200);
    await within.arrayBuffer();
    const beyond = await echo(lab, sent(object(kilobytes + 20)), callers[who](lab));
    expect([beyond.status, await beyond.json()]).toEqual([
      413,
      { code: 'PGRST102', message: 'Request body is too large', details: null, hint: null },
    ]);
  }
});

/** A value that is answered as it came. */
const words = (kilobytes: number) => JSON.stringify('x'.repeat(kilobytes * 1024 - 100));

const echo = (lab: Lab, body: BodyInit, headers: Record<string, string>) =>
  fetch(`${lab.url}/rest/v1/rpc/echo_json`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json', 'content-profile': 'lab', ...headers },
  } as RequestInit);

/** The same without saying how long it is. */
const chunked = (text: string) =>
  Readable.toWeb(
    Readable.from(text.match(/[\s\S]{1,16384}/g)!.map((part) => Buffer.from(part))),
  ) as ReadableStream;

const callers = {
  'an anonymous user': (lab: Lab) => ({ apikey: lab.publishableKey }),
  'a signed-in person': (lab: Lab) => ({
    apikey: lab.publishableKey,
    authorization: `Bearer ${signToken({ sub: '11111111-1111-4111-8111-111111111111' })}`,
  }),
  'the secret key': (lab: Lab) => ({ apikey: lab.secretKey }),
};
