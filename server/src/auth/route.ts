import type { FastifyInstance, HTTPMethods } from 'fastify';
import { requireAdmin, requireUser } from './sessions/access.ts';
import { type Call, type Handler, type SignedInCall, consumeCallerLimit } from './kernel/call.ts';
import type { AuthContext } from './kernel/context.ts';
import type { CallerPurpose } from './kernel/limits/limit-table.rules.ts';

/** One endpoint with its method and path, access, rate limit and handler. */
export interface Route {
  readonly method: HTTPMethods | HTTPMethods[];
  readonly url: string;
  readonly handle: Handler;
  readonly callers: 'everyone' | 'the signed-in' | 'the secret key';
  /** Counted per address of the caller. Null counts nothing here. */
  readonly limit: CallerPurpose | null;
}

/** A public route. */
export function open(method: Route['method'], url: string, handle: Handler, limit?: CallerPurpose): Route {
  return { method, url, handle: limited(handle, limit), callers: 'everyone', limit: limit ?? null };
}

/** A route for the holder of a living session. */
export function signedIn(
  method: Route['method'],
  url: string,
  handle: Handler<SignedInCall>,
  limit?: CallerPurpose,
): Route {
  const forUser: Handler = async (call) => handle(await requireUser(call));
  return { method, url, handle: limited(forUser, limit), callers: 'the signed-in', limit: limit ?? null };
}

/** A route for the bearer of the secret key. */
export function admin(method: Route['method'], url: string, handle: Handler): Route {
  const guarded: Handler = async (call) => {
    requireAdmin(call);
    return handle(call);
  };
  return { method, url, handle: guarded, callers: 'the secret key', limit: null };
}

function limited(handle: Handler, limit?: CallerPurpose): Handler {
  if (!limit) return handle;
  return async (call: Call) => {
    await consumeCallerLimit(call, limit);
    return handle(call);
  };
}

/** Registers routes. A handler that returns undefined sends no body. */
export function addRoutes(server: FastifyInstance, auth: AuthContext, routes: readonly Route[]): void {
  for (const { method, url, handle } of routes) {
    server.route({
      method,
      url,
      // A mail scanner's HEAD must not spend a link.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const answer = await handle({ auth, request, reply });
        if (reply.sent) return reply;
        return answer === undefined ? reply.send() : answer;
      },
    });
  }
}
