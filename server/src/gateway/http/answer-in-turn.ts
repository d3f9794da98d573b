import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { onRequestHookHandler } from 'fastify';

/** The number of requests that may wait on a connection. Browsers and our clients send one at a time. */
const MAX_PIPELINED = 32;

interface Connection {
  /** The answer to the latest request. */
  latest: ServerResponse;
  waiting: number;
}

/**
 * Returns a hook that begins a pipelined request only after the client has taken the answer to the one before
 * (RFC 9112, section 9.3.2). Node begins all of them at once, and a client that reads nothing would fill the memory
 * with answers. A connection with too many waiting requests is closed.
 */
export function answerInTurn(): onRequestHookHandler {
  const connections = new WeakMap<Socket, Connection>();
  return ({ raw: { socket } }, reply, done) => {
    const connection = connections.get(socket);
    if (!connection) connections.set(socket, { latest: reply.raw, waiting: 0 });
    const before = connection?.latest;
    if (connection) connection.latest = reply.raw;
    if (!connection || !before || before.writableFinished) return done();
    connection.waiting += 1;
    if (connection.waiting > MAX_PIPELINED) return void socket.destroy();
    before.once('close', () => {
      connection.waiting -= 1;
      done();
    });
  };
}
