import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { queueOwner } from '../gateway/queue-owner.ts';
import { Shares } from '../queue/shares.ts';
import { FunctionFault } from './errors.ts';

const MB = 1024 * 1024;

/** The largest body that reaches a function. */
const MAX_BYTES = 6 * MB;

/** The bytes of all bodies that arrive or belong to a call that is not over. */
const heldBounds = { all: 64 * MB, perNetwork: 16 * MB };

/** Reads the bodies of calls, and bounds the memory that they take together. */
export class RequestBodies {
  readonly #shares: Shares;
  /** Takes more bytes for a request. @throws FunctionFault */
  readonly #takers = new WeakMap<FastifyRequest, (bytes: number) => void>();

  /** @param limits true if one network may use only a share */
  constructor(limits: boolean) {
    this.#shares = new Shares(limits ? heldBounds : { ...heldBounds, perNetwork: Infinity });
  }

  /** Takes what the request declares, before anything is read. @throws FunctionFault */
  async reserve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { network } = queueOwner(request.caller);
    let held = 0;
    this.#takers.set(request, (bytes) => {
      if (held + bytes > MAX_BYTES) throw new FunctionFault('PAYLOAD_TOO_LARGE');
      if (!this.#shares.take(network, bytes)) throw new FunctionFault('BODIES_LIMIT');
      held += bytes;
    });
    reply.raw.once('close', () => this.#shares.give(network, held));
    this.#takers.get(request)!(declaredBytes(request));
  }

  /** @throws FunctionFault for a body without a declared length that becomes too large */
  read(request: FastifyRequest, payload: IncomingMessage): Promise<Uint8Array> {
    const isDeclared = declaredBytes(request) > 0;
    const take = this.#takers.get(request)!;
    const chunks: Buffer[] = [];
    return new Promise((resolve, reject) => {
      const add = (chunk: Buffer) => {
        try {
          if (!isDeclared) take(chunk.length);
          chunks.push(chunk);
        } catch (error) {
          payload.off('data', add);
          reject(error as FunctionFault);
        }
      };
      payload
        .on('data', add)
        .once('end', () => resolve(Buffer.concat(chunks)))
        .once('error', () => reject(new FunctionFault('BAD_REQUEST', 'The client left while it sent.')));
    });
  }
}

const declaredBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);
