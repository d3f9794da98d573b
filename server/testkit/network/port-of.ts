import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Lets a server listen on a free port until the end of the test, or with `afterAll` of the file. Returns the port. */
export async function portOf(
  server: Server,
  afterwards: (close: () => void) => void = onTestFinished,
): Promise<number> {
  afterwards(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
