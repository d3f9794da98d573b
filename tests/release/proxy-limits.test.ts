import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { needs } from '@solostead/server-testkit/needs';
import { testStarting } from '../harness/fixtures.ts';
import { askProxy } from '../harness/network/ask-proxy.ts';
import { canRun, proxyNames, startDeployed } from '../harness/network/deployed-proxies.ts';

const test = testStarting();

for (const name of proxyNames)
  test(
    `the example for ${name} ends handshakes and heads that do not arrive, and serves others meanwhile`,
    needs(canRun(name), `no ${name} here`),
    async ({ server }) => {
      const { https } = await startDeployed(name, [Number(new URL(server.url).port)]);
      await expect.poll(() => pageOf(https)).toBe(200);
      const isOver = new AbortController();
      const others = visitUntil(isOver.signal, https);
      const dripping = await dripHead(https);
      // HAProxy refuses most of the first at once. The second address stays below its limit, so its connections wait.
      const handshakes = [
        ...Array.from({ length: 1700 }, () => beginHandshake(https, ATTACKER)),
        ...Array.from({ length: 50 }, () => beginHandshake(https, SECOND_ATTACKER)),
      ];
      const longest = pause(45_000, 'some are open after 45 s', { ref: false });
      const ended = Promise.all(handshakes).then(() => 'all ended');
      expect(await Promise.race([ended, longest])).toBe('all ended');
      // A byte in ten seconds: after 15 seconds and the proxy's next look at its timers there are two.
      expect(await dripping.sent).toBeLessThanOrEqual(3);
      isOver.abort();
      expect(new Set(await others)).toEqual(new Set([200]));
    },
  );

/** Visitors come from 127.0.0.1. */
const ATTACKER = '127.0.0.66';
const SECOND_ATTACKER = '127.0.0.67';

/** Sends the first six bytes of a TLS handshake and then nothing. Resolves when the connection has ended. */
const beginHandshake = (port: number, localAddress: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    onTestFinished(() => void socket.destroy());
    socket.on('connect', () => socket.write(Buffer.from('160301020001', 'hex')));
    socket
      .on('error', () => {})
      .on('close', () => resolve())
      .resume();
  });

/** Sends a request's head, a byte in ten seconds. `sent` resolves with the bytes for which the proxy waited. */
async function dripHead(port: number): Promise<{ sent: Promise<number> }> {
  const socket = connectTls({
    host: '127.0.0.1',
    port,
    servername: 'example.org',
    rejectUnauthorized: false,
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  const ended = new AbortController();
  socket.on('error', () => {}).on('close', () => ended.abort());
  socket.resume().on('end', () => ended.abort());
  const drip = async () => {
    let sent = 0;
    for (const byte of 'GET / HTTP/1.1\r\n') {
      socket.write(byte);
      sent += 1;
      await pause(10_000, null, { signal: ended.signal }).catch(() => {});
      if (ended.signal.aborted) break;
    }
    return sent;
  };
  return { sent: drip() };
}

async function visitUntil(isOver: AbortSignal, port: number): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = [];
  while (!isOver.aborted) {
    statuses.push(await pageOf(port));
    await pause(250);
  }
  return statuses;
}

/** Requests a page on a new connection. Returns undefined if the connection fails. */
const pageOf = async (port: number) => (await askProxy(port, { path: '/health/live' }))?.status;
