import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAuthority } from '@solostead/server-testkit/identity/certificates';
import { postChecked, type Resolve } from './post-checked.ts';
import type { TestAddresses } from './test-addresses.ts';

const message = { headers: { 'content-type': 'application/json' }, body: '{"type":"é"}' };
let server: Server;
let ca: string;
const names: string[] = [];

beforeAll(async () => {
  const authority = await makeAuthority('Tests of a post');
  const { certificate, key } = await authority.issue('hooks.example');
  ca = authority.certificate;
  server = createServer({ cert: certificate, key }, (request, response) => {
    names.push(
      `${request.headers.host} ${(request.socket as { servername?: unknown }).servername as string}`,
    );
    const endless = Number(request.url!.slice(1));
    if (request.url === '/redirects') response.writeHead(302, { location: '/a' }).end();
    else if (endless > 0) response.write(Buffer.alloc(endless));
    else response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

const testing = (name: string, trusted: string | null = ca): TestAddresses => {
  const { port } = server.address() as AddressInfo;
  return { places: new Map([[name, { address: '127.0.0.1', family: 4, port }]]), ca: trusted };
};
const post = (url: string, tests: TestAddresses, resolve?: Resolve) =>
  postChecked(new URL(url), message, AbortSignal.timeout(5_000), tests, resolve);
const nothing: TestAddresses = { places: new Map(), ca: null };

test('requests the certificate by name and checks it against the name', async () => {
  expect(await post('https://hooks.example/a', testing('hooks.example'))).toBe(200);
  expect(names).toEqual(['hooks.example hooks.example']);
  await expect(post('https://other.example/a', testing('other.example'))).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test('at most 64 KB of an endless answer are read', async () => {
  expect(await post('https://hooks.example/65536', testing('hooks.example'))).toBe(200);
  const url = new URL('https://hooks.example/65535');
  const waiting = postChecked(url, message, AbortSignal.timeout(300), testing('hooks.example'));
  await expect(waiting).rejects.toThrow();
});

test('a redirect is not followed', async () => {
  const before = names.length;
  expect(await post('https://hooks.example/redirects', testing('hooks.example'))).toBe(302);
  expect(names).toHaveLength(before + 1);
});

test('an address of this machine is refused, however it is written', async () => {
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', 'localhost'])
    await expect(post(`https://${host}/`, nothing), host).rejects.toThrow('Refused');
});

test('an unknown authority is refused', async () => {
  await expect(post('https://hooks.example/a', testing('hooks.example', null))).rejects.toMatchObject({
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  });
});

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  // A name that leads into the network the second time it is asked for: DNS rebinding.
  const answers = ['192.0.2.250', '127.0.0.1'];
  let lookups = 0;
  const rebinding: Resolve = async () => [{ address: answers[lookups++]!, family: 4 }];
  await expect(post('https://hooks.example/', nothing, rebinding)).rejects.toThrow('Refused');
  expect(lookups).toBe(1);

  const connections: string[] = [];
  const tried: Resolve = async () => {
    lookups += 1;
    return [{ address: '1.1.1.1', family: 4 }];
  };
  lookups = 0;
  const resolved = new AbortController();
  const { Socket } = await import('node:net');
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: InstanceType<typeof Socket>, ...parameters: never[]) {
    this.on('lookup', (_error, address: string) => {
      connections.push(address);
      resolved.abort();
    });
    return Reflect.apply(connect, this, parameters) as InstanceType<typeof Socket>;
  } as never;
  try {
    const url = new URL('https://hooks.example/');
    await postChecked(url, message, resolved.signal, nothing, tried).catch(() => {});
  } finally {
    Socket.prototype.connect = connect;
  }
  expect([lookups, connections]).toEqual([1, ['1.1.1.1']]);
});

test('a name is refused if one of its several addresses is not public', async () => {
  const mixed: Resolve = async () => [
    { address: '1.1.1.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  await expect(post('https://hooks.example/', nothing, mixed)).rejects.toThrow('Refused');
});

test('the timeout of a request includes a resolver that hangs', async () => {
  const hanging: Resolve = () => new Promise(() => {});
  const rejected = postChecked(
    new URL('https://hooks.example/'),
    message,
    AbortSignal.timeout(50),
    nothing,
    hanging,
  );
  await expect(rejected).rejects.toMatchObject({ name: 'TimeoutError' });
});
