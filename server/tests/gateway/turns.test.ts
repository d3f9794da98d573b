import { onTestFinished } from 'vitest';
import { connect, type Socket } from 'node:net';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { expect, type TestServer, testPublic as test } from '@solostead/server-testkit/fixtures';

test.for([
  ['the auth service', '/auth/v1/settings'],
  ['the site', '/'],
] as const)('%s answers others before most of a flood that came first', async ([, path], { server }) => {
  const sockets = await Promise.all(Array.from({ length: FLOOD + 1 }, () => openConnection(server)));
  let answered = 0;
  // The server finds all requests at once, the flood's first.
  process.kill(server.pid, 'SIGSTOP');
  const flood = sockets
    .slice(1)
    .map((socket, index) => ask(socket, path, `203.0.113.${index}`).then(() => (answered += 1)));
  const waiting = ask(sockets[0]!, path, '198.51.100.7');
  process.kill(server.pid, 'SIGCONT');
  const answer = await waiting;
  expect(answered).toBeLessThan(FLOOD / 2);
  expect(answer).toMatch(/^HTTP\/1\.1 (200|404|503) /);
  await Promise.all(flood);
});

const FLOOD = 100;

function openConnection(server: TestServer): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return new Promise((resolve, reject) =>
    socket.once('connect', () => resolve(socket)).once('error', reject),
  );
}

/** Sends a request of the caller `from`. Resolves when its answer begins. */
function ask(socket: Socket, path: string, from: string): Promise<string> {
  const headers = `Host: example.org\r\napikey: ${testKeys.publishable}\r\nX-Forwarded-For: ${from}\r\n`;
  socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n`);
  return new Promise((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
}
