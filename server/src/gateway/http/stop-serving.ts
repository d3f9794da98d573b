import type { EventEmitter } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/**
 * The most turns and milliseconds that a stop waits for a quiet turn, because clients that connect all the time would hold it up for good. A turn
 * accepts one connection, and Node asks the kernel to keep at most 511. Containers get ten seconds to stop.
 */
const MAX_TURNS = 512;
const MAX_WAIT_MS = 3_000;

/** A turn of the event loop that takes longer may have let another client connect after it looked. */
const QUIET_TURN_MS = 0.2;

/**
 * Stops to listen, answers what arrives on the remaining connections for `keptMs` and then until `timeoutMs`, and
 * closes them. Proxies send a request whose connection was refused to the next copy. They may not repeat one that was
 * sent on a connection that is closed. So the listener goes first, while proxies use the connections they have, and
 * each answer from then on ends its connection.
 */
export async function stopServing(
  server: HttpServer,
  { keepAliveMs, timeoutMs }: { keepAliveMs: number; timeoutMs: number },
): Promise<void> {
  await untilNoClientConnects(server);
  const ended = new Promise<void>((resolve) => {
    // Node's HTTP server would close idle connections along with its listener.
    Server.prototype.close.call(server, () => resolve());
  });
  await orAfter(keepAliveMs, ended);
  server.closeIdleConnections();
  await orAfter(timeoutMs, ended);
  server.closeAllConnections();
  await ended;
}

/**
 * Waits for a turn of the event loop in which no client connected and nothing else happened. The kernel would reset a
 * connection that it completed and the server never accepted.
 */
export async function untilNoClientConnects(server: EventEmitter): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  let hasConnected = false;
  const note = () => (hasConnected = true);
  server.on('connection', note);
  let began = performance.now();
  let isQuiet = false;
  for (let turn = 0; !isQuiet && turn < MAX_TURNS && began < deadline; turn += 1) {
    hasConnected = false;
    await nextTurn();
    const now = performance.now();
    isQuiet = !hasConnected && now - began < QUIET_TURN_MS;
    began = now;
  }
  server.off('connection', note);
}

async function orAfter(milliseconds: number, event: Promise<void>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([event, pause(milliseconds, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}
