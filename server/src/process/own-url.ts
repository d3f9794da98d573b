import type { Server } from 'node:net';

/** Where the server itself and its functions reach it: where it listens, not where the world sees it. */
export function ownUrl(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen yet.');
  // By number: a bare container may not know the name localhost.
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
