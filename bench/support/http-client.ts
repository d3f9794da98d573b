import { connect, type Socket } from 'node:net';
import { takeBody } from './http-body.ts';

export interface HttpReply {
  readonly status: number;
  readonly body: Buffer;
}

/** One keep-alive connection that sends ready-made HTTP/1.1 requests, one after the other, with little overhead. */
export class HttpClient {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: ((reply: HttpReply) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#fail?.(error));
    socket.on('close', () => this.#fail?.(new Error('the server closed the connection')));
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

  /** `head` ends without the empty line. The body's length is added to it. */
  send(head: string, body = ''): Promise<HttpReply> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
      const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
      this.#socket.write(`${head}${length}\r\n${body}`);
    });
  }

  close(): void {
    this.#fail = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const reply = takeBody(this.#received, end + 4, head);
    if (!reply) return;
    this.#received = this.#received.subarray(reply.next);
    this.#settle?.({ status: Number(head.slice(9, 12)), body: reply.body });
  }
}

/** The first lines of a request with the headers given. */
export function requestHead(method: string, url: string, headers: Readonly<Record<string, string>>): string {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}`;
}
