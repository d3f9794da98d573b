import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, onRequestHookHandler } from 'fastify';
import { isWithin, plainAddress } from './network.ts';

/** Headers in which proxies name their client. Any client can write them. */
const forwarding = ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'forwarded'];

/**
 * Finds the client's address, the nearest one that is not a trusted proxy. If a trusted proxy wrote something that is
 * no address, the proxy's own address counts instead.
 */
export function clientAddressFinder(trusted: readonly string[]) {
  return ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string => {
    let nearest = peerOf(socket);
    if (trusted.length === 0) return nearest;
    const claimed = forwardedFor(headers);
    while (claimed.length > 0 && isWithin(nearest, trusted)) {
      const next = plainAddress(claimed.pop()!);
      if (next === null) break;
      nearest = next;
    }
    return nearest;
  };
}

const peers = new WeakMap<Socket, string>();

/** Returns the address at a connection's other end, read once for all its requests. A closed connection has none. */
function peerOf(socket: Socket): string {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const peer = plainAddress(socket.remoteAddress ?? '');
  if (peer !== null) peers.set(socket, peer);
  return peer ?? '0.0.0.0';
}

const forwardedFor = (headers: IncomingHttpHeaders) => String(headers['x-forwarded-for'] ?? '').split(',');

/**
 * Replaces all forwarding headers by one X-Forwarded-For with the gateway's result, for services and SQL. It warns
 * once of an untrusted peer that sends such headers, which is a forgery or a missing TRUSTED_PROXIES, and once of a
 * trusted one that writes no address.
 */
export function normalizeForwarding(
  log: FastifyBaseLogger,
  trusted: readonly string[],
): onRequestHookHandler {
  const warned = new Set<string>();
  const warnOnce = (facts: object, words: string) => {
    if (!warned.has(words)) log.warn(facts, words);
    warned.add(words);
  };
  return ({ caller, headers, socket }, _reply, done) => {
    const claimed = forwarding.filter((name) => headers[name] !== undefined);
    const peer = socket.remoteAddress ?? '';
    if (claimed.length > 0 && !isWithin(peer, trusted))
      warnOnce(
        { peer, headers: claimed },
        'forwarding headers of a peer that is not in TRUSTED_PROXIES are ignored',
      );
    else if (
      headers['x-forwarded-for'] !== undefined &&
      !forwardedFor(headers).some((each) => plainAddress(each))
    )
      warnOnce(
        { peer },
        'a proxy in TRUSTED_PROXIES forwards no address that can be read: its clients share one allowance',
      );
    for (const name of claimed) delete headers[name];
    headers['x-forwarded-for'] = caller.address;
    done();
  };
}
