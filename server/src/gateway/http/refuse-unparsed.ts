import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { Logger } from 'pino';
import { readableElsewhere } from '../cross-origin.ts';

// An import would read all that this module exports, and so load Node's client of HTTP: 5 MB of an idle server.
const { STATUS_CODES: reasons } = process.getBuiltinModule('node:http');

interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** The time a client may still send after its refusal. */
const LINGER_MS = 1000;

/** The time that answers to earlier requests may take before a tunnel request is refused. */
const TUNNEL_MS = 5000;

const notHttp: Refusal = { status: 400, message: 'The request is no HTTP that is understood here' };

/** By the code of Node's parser. */
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are larger than 16 KB' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The extensions of a chunk are too large' },
};

const noTunnel: Refusal = { status: 405, message: 'CONNECT is not allowed here' };

/**
 * Answers requests that never reach Fastify, because the HTTP parser gave up or handed over its connection. The
 * answer is a line of JSON with `headers` and an id that is also in the log, and the connection ends.
 */
export function unparsedRefuser(headers: Readonly<Record<string, string>>, log: Logger) {
  const refused = new WeakSet<Socket>();
  const refuse = (socket: Socket, { status, message }: Refusal, cause: string): void => {
    // Bytes after the head of another answer would be read as its body.
    if (!socket.writable || currentAnswer(socket)?.headersSent) return void socket.destroy();
    const reqId = randomUUID();
    log.info({ reqId, status, cause }, 'refused before it was a request');
    const body = JSON.stringify({ message });
    const lines = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      'x-request-id': reqId,
      connection: 'close',
      ...headers,
      ...readableElsewhere,
    };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${head.join('')}\r\n${body}`);
    // At once, what still arrives would have the answer thrown away on its way.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  /** Answers to earlier requests of the connection come first (RFC 9112, 9.3.2). The rest is not read. */
  const refuseInTurn = (socket: Socket, refusal: Refusal, cause: string): void => {
    if (refused.has(socket)) return;
    refused.add(socket);
    afterAnswers(socket, () => refuse(socket, refusal, cause));
  };
  return {
    /** Handles requests that the parser refuses or that do not arrive in time. */
    clientErrorHandler(error: ConnectionError, socket: Socket): void {
      // Browsers open connections ahead of need: such a one would take the answer for that to its first request.
      const wasUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
      if (error.code === 'ECONNRESET' || wasUnused || !socket.writable) socket.destroy();
      else refuseInTurn(socket, refusals[error.code] ?? notHttp, error.code);
    },
    /** Handles requests that Node would answer with a closed connection or a bare 417. */
    answerWishes(server: Server): void {
      server.on('connect', (_request: IncomingMessage, socket: Socket) => {
        // Node has let go of the connection: a reset without a listener would end the server.
        socket.on('error', () => socket.destroy());
        // Nor does it end the connection when the server stops.
        setTimeout(() => socket.destroy(), TUNNEL_MS).unref();
        refuseInTurn(socket, noTunnel, 'CONNECT');
      });
      // A server may ignore an expectation (RFC 9110, 10.1.1).
      server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    },
  };
}

/** Returns the current answer of a connection, which Node moves from one request to the next. */
function currentAnswer(socket: Socket) {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse<IncomingMessage> | null };
  return answer;
}

/** Calls back once each complete request is answered. An incomplete one is never answered. */
function afterAnswers(socket: Socket, act: () => void): void {
  const answer = currentAnswer(socket);
  if (!answer?.req.complete) return act();
  answer.once('close', () => afterAnswers(socket, act));
}
