import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { onRequestHookHandler } from 'fastify';

/** The number of requests that may wait on a connection. Browsers and our clients send one at a time. */
const MAX_PIPELINED = 32;

/**
 * Returns a hook that begins a pipelined request only after the client has taken the answer to the one before
 * (RFC 9112, section 9.3.2). Node begins all of them at once, and a client that reads nothing would fill the memory
 * with answers. A connection with too many waiting requests is closed.
 */
export function answerInTurn(): onRequestHookHandler {
  /** The answer to the latest request of each connection, and how many wait. */
  const connections = new WeakMap<Socket, { latest: ServerResponse; waiting: number }>();
  return ({ raw: { socket } }, reply, done) => {
    let connection = connections.get(socket);
    if (!connection) connections.set(socket, (connection = { latest: reply.raw, waiting: 0 }));
    const before = connection.latest;
    connection.latest = reply.raw;
    if (before === reply.raw || before.writableFinished) return done();
    connection.waiting += 1;
    if (connection.waiting > MAX_PIPELINED) return void socket.destroy();
    before.once('close', () => {
      connection.waiting -= 1;
      done();
    });
  };
}
