import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { onSendHookHandler } from 'fastify';

/** Closes the connection of a client that takes nothing of its answer for `timeoutMs`. Node restarts it. */
export const endUnread =
  (timeoutMs: number): onSendHookHandler =>
  (_request, { raw }, payload, done) => {
    raw.setTimeout(timeoutMs, () => {
      // An answer that is still being made keeps its connection.
      if (raw.socket !== null && raw.socket.writableLength > 0) raw.destroy();
    });
    done(null, payload);
  };

/** The maximum bytes and time of reading a body after it was refused. */
const MAX_REST_BYTES = 16 * 1024 * 1024;
const MAX_REST_MS = 10_000;

/**
 * Sends the refusal of a body that is too large at once, and ends the answer when the body has arrived or exceeds the
 * limits. The end closes the connection. A client whose connection closes while it sends never reads the answer.
 */
export const readRest: onSendHookHandler<unknown> = ({ raw }, reply, payload, done) => {
  if (reply.statusCode !== 413 || raw.complete || typeof payload !== 'string') return done(null, payload);
  reply.header('content-length', Buffer.byteLength(payload)).header('connection', 'close');
  done(null, Readable.from(answerWhileReading(payload, raw)));
};

async function* answerWhileReading(payload: string, raw: IncomingMessage): AsyncGenerator<string> {
  yield payload;
  await restOf(raw);
}

/** Resolves when all has arrived, when it is too much or takes too long, or when the client is gone. */
function restOf(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_REST_MS).unref();
    let bytes = 0;
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_REST_BYTES) resolve();
    });
    raw.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    raw.resume();
  });
}
