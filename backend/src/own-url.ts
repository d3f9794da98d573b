import type { Server } from 'node:net';

/** Where the server itself and its functions reach it: where it listens, not where the world sees it. */
export function ownUrl(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen yet.');
  const host = /^(0\.0\.0\.0|::)$/.test(address.address) ? 'localhost' : address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
