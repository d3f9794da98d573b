import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP balancer before databases. It connects to its current target and keeps old connections. */
export interface TcpProxy {
  readonly port: number;
  /** Sets the target of new connections. Null accepts them without an answer. */
  route(port: number | null): void;
  /** Forwards nothing on the connections there are, and ends none of them, as a machine without power would. */
  swallow(): void;
  /** Returns the number of connections. */
  connections(): number;
  /** Ends the connections there are. */
  cut(): void;
  stop(): Promise<void>;
}

export async function startTcpProxy(port: number | null): Promise<TcpProxy> {
  let target = port;
  const pairs = new Set<readonly Socket[]>();
  const server = createServer((near) => {
    const far = target === null ? null : connect(target, '127.0.0.1');
    const pair = far ? [near, far] : [near];
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.once('close', () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
    if (far) near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => pairs.size,
    route: (to) => (target = to),
    swallow: () => {
      for (const pair of pairs) {
        for (const socket of pair) socket.unpipe();
        for (const socket of pair) socket.resume();
      }
    },
    cut,
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
