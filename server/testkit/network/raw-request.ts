import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** The number of answers over the connection. */
  readonly answers: number;
  /** The status of each of them. */
  readonly statuses: readonly number[];
}

/** Sends `bytes` as they are to the server at `url` and reads what comes back until it closes the connection. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  const text = (await buffer(socket)).toString('latin1');
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? 0),
    headers,
    body: rest.join('\r\n\r\n'),
    answers: statuses.length,
    statuses,
  };
}
