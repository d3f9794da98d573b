import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import { bodyTooLarge } from './errors.ts';

/** The largest body of a caller who is signed in or has the secret key, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The largest body of an anonymous user, in bytes. */
const MAX_ANONYMOUS_BODY_BYTES = 64 * 1024;

const isAnonymous = ({ caller }: FastifyRequest) => caller.fault !== null || caller.claims.role === 'anon';

/** Refuses an anonymous user's body by its announced or actual length. The route limits all other bodies. */
export const limitAnonymousBody: preParsingHookHandler = (request, _reply, payload, done) => {
  if (!isAnonymous(request)) return done(null, payload);
  const announced = request.headers['content-length'];
  if (announced === undefined) return done(null, payload.pipe(new BoundedStream()));
  if (Number(announced) > MAX_ANONYMOUS_BODY_BYTES) return done(bodyTooLarge());
  done(null, payload);
};

/** Passes its input on, and fails at the first byte beyond the limit. */
class BoundedStream extends Transform {
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_ANONYMOUS_BODY_BYTES) done(bodyTooLarge());
    else done(null, chunk);
  }
}
