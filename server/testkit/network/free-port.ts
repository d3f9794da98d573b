import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to clients, so that no connection takes one before its server starts. */
const FIRST = 15_000;
const END = 32_000;

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
