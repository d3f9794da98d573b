import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../../server/src/config.ts';
import { clientAddressFinder } from '../../../server/src/gateway/client-address.ts';

/** Calls the API as anon from where the form came. */
export type Call = (
  url: string,
  payload: object,
  headers?: Record<string, string>,
) => Promise<{ readonly statusCode: number; readonly body: string }>;

/** Lets an app accept forms, each as one text. Returns the function that calls the API for the sender of one. */
export function takeForms(
  app: FastifyInstance,
  { keys, trustedProxies }: Pick<Config, 'keys' | 'trustedProxies'>,
): (request: FastifyRequest) => Call {
  const addressOf = clientAddressFinder(trustedProxies);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => body,
  );
  return (request) =>
    async (url, payload, headers = {}) =>
      app.inject({
        method: 'POST',
        url,
        payload,
        remoteAddress: addressOf(request.raw),
        headers: { apikey: keys.publishable, ...headers },
      });
}
