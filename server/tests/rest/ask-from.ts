import { request } from 'node:http';
import type { Lab } from './fixtures.ts';

/** Sends a request from an address of this machine and returns the status once the whole answer has come. */
export const askFrom = (
  lab: Lab,
  localAddress: string,
  path: string,
  token?: string | null,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      apikey: lab.publishableKey,
      'accept-profile': 'lab',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const { port } = new URL(lab.url);
    request({ host: '127.0.0.1', port, path: `/rest/v1${path}`, headers, localAddress }, (response) =>
      response.on('end', () => resolve(response.statusCode!)).resume(),
    )
      .on('error', reject)
      .end();
  });
