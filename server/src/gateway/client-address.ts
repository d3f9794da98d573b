import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/** Headers by which proxies say whom they speak for; anybody can write them. */
const forwarding = ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'forwarded'];

/**
 * Leaves services, and the database behind them, one forwarding header, which tells the address the gateway found:
 * the nearest one that is not a trusted proxy. Warns once when a peer that is not trusted sends such headers, for that
 * is either a forgery or a TRUSTED_PROXIES that was forgotten.
 */
export function tellOneAddress(log: FastifyBaseLogger) {
  let warned = false;
  return async (request: FastifyRequest): Promise<void> => {
    const { address } = request.caller;
    const { headers } = request;
    const claimed = forwarding.filter((name) => headers[name] !== undefined);
    if (claimed.length > 0 && !warned && address === request.socket.remoteAddress) {
      warned = true;
      log.warn(
        { peer: address, headers: claimed },
        'forwarding headers of a peer that is not in TRUSTED_PROXIES are ignored',
      );
    }
    for (const name of claimed) delete headers[name];
    headers['x-forwarded-for'] = address;
  };
}
