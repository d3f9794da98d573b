import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server that accepts every mail and delays its answers like a provider on the same continent. */
export interface SmtpSink {
  readonly url: string;
  /** The number of mails it has accepted. */
  readonly taken: number;
  /** Resolves when it has accepted this many in all. */
  until(count: number): Promise<void>;
  stop(): void;
}

export async function startSmtpSink(latencyMs: number): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const figures = { taken: 0 };
  const waiting: { count: number; resolve: () => void }[] = [];
  const take = () => {
    figures.taken += 1;
    for (const { count, resolve } of waiting) if (figures.taken >= count) resolve();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    serve(socket, latencyMs, take);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get taken() {
      return figures.taken;
    },
    until: (count) =>
      new Promise((resolve) => (figures.taken >= count ? resolve() : void waiting.push({ count, resolve }))),
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Just enough of RFC 5321, without pipelining. */
function serve(socket: Socket, latencyMs: number, take: () => void): void {
  const say = (line: string) => setTimeout(() => socket.write(`${line}\r\n`), latencyMs);
  let received = '';
  let isData = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    for (;;) {
      const end = received.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = received.slice(0, end);
      received = received.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        take();
        say('250 taken');
      } else if (line === 'DATA') {
        isData = true;
        say('354 go on');
      } else say('250 yes');
    }
  });
  say('220 sink');
}
