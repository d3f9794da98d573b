import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server that accepts every mail and delays its answers like a provider on the same continent. */
export interface SmtpSink {
  readonly url: string;
  /** The number of mails it has accepted. */
  readonly taken: number;
  stop(): void;
}

export async function startSmtpSink(latencyMs: number): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    serve(socket, latencyMs, () => (taken += 1));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get taken() {
      return taken;
    },
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
