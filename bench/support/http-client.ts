import { connect, type Socket } from 'node:net';

/** One keep-alive connection that sends ready-made HTTP/1.1 requests, one after the other, with little overhead. */
export class HttpClient {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #reply = Promise.withResolvers<number>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#reply.reject(error));
    socket.on('close', () => this.#reply.reject(new Error('the server closed the connection')));
  }

  static open(url: string): Promise<HttpClient> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once('error', reject);
      socket.once('connect', () => resolve(new HttpClient(socket)));
    });
  }

  static openMany(url: string, count: number): Promise<HttpClient[]> {
    return Promise.all(Array.from({ length: count }, () => HttpClient.open(url)));
  }

  /** Returns the status of the reply. `head` ends without the empty line. The body's length is added to it. */
  send(head: string, body = ''): Promise<number> {
    this.#reply = Promise.withResolvers<number>();
    const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    this.#socket.write(`${head}${length}\r\n${body}`);
    return this.#reply.promise;
  }

  close(): void {
    this.#socket.removeAllListeners('close').destroy();
  }

  /** Reads replies with a `content-length`, which the server's replies to the benchmarks have. */
  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const next = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (Number.isNaN(next)) return this.#reply.reject(new Error('the reply has no content-length'));
    if (this.#received.length < next) return;
    this.#received = this.#received.subarray(next);
    this.#reply.resolve(Number(head.slice(9, 12)));
  }
}

/** The first lines of a request with the headers given. */
export function requestHead(method: string, url: string, headers: Readonly<Record<string, string>>): string {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}`;
}
