import { connect, type Socket } from 'node:net';

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

/** A body, and where the next reply begins. */
interface Taken {
  readonly body: Buffer;
  readonly next: number;
}

/** Returns the body of a reply whose head ends before `from`. Null if it is incomplete. */
function takeBody(received: Buffer, from: number, head: string): Taken | null {
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return takeChunks(received, from);
  const next = from + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return received.length < next ? null : { body: received.subarray(from, next), next };
}

/** RFC 9112, 7.1, without extensions and trailers. */
function takeChunks(received: Buffer, from: number): Taken | null {
  const chunks: Buffer[] = [];
  for (let at = from; ;) {
    const line = received.indexOf('\r\n', at);
    if (line < 0) return null;
    const size = Number.parseInt(received.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (received.length < next) return null;
    if (size === 0) return { body: Buffer.concat(chunks), next };
    chunks.push(received.subarray(line + 2, next - 2));
    at = next;
  }
}
