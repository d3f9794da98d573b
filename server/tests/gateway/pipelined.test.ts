import { sendRaw } from '@solostead/server-testkit/network/raw-request';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { expect, test, type TestServer } from '@solostead/server-testkit/fixtures';

const head = `Host: example.org\r\napikey: ${testKeys.publishable}\r\n`;
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${head}\r\n`;
const post = `POST /auth/v1/token?grant_type=password HTTP/1.1\r\n${head}`;
/** The database is asked for them, so that they are answered after what follows them has been read. */
const slow = [get('/health/ready'), get('/rest/v1/')];
const GARBAGE = 'SSH-2.0-OpenSSH_9.2\r\n\r\n';

test.for([
  ['garbage', [...slow, GARBAGE], [200, 200, 400]],
  ['garbage, twice', [...slow, get('/health/live'), GARBAGE, GARBAGE], [200, 200, 200, 400]],
  [
    'a request whose body is broken',
    [...slow, `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n`],
    [200, 200, 400],
  ],
  ['a wish for a tunnel', [...slow, `CONNECT example.org:443 HTTP/1.1\r\n${head}\r\n`], [200, 200, 405]],
] as const)('answers requests that are followed by %s', async ([_what, requests, statuses], { server }) => {
  expect(await answersTo(server, requests.join(''))).toEqual(statuses);
});

test('does not answer a request after one that ends the connection', async ({ server }) => {
  const last = get('/health/ready').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  expect(await answersTo(server, last + GARBAGE)).toEqual([200]);
});

const answersTo = async (server: TestServer, bytes: string) => (await sendRaw(server.url, bytes)).statuses;
