import { type IncomingHttpHeaders, request as requestClear } from 'node:http';
import { type Agent, request } from 'node:https';

export interface ProxyAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface ProxyRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Keeps connections for other requests. Without it each request has its own. */
  readonly agent?: Agent;
  /** Sends it without TLS. */
  readonly isClear?: boolean;
}

/** Sends a request for example.org to a proxy on this machine. Resolves with null if the connection fails. */
export const askProxy = (
  port: number,
  { body, headers, agent, isClear, ...rest }: ProxyRequest,
): Promise<ProxyAnswer | null> =>
  new Promise((resolve) => {
    const address = { host: '127.0.0.1', port, servername: 'example.org', rejectUnauthorized: false };
    const options = {
      ...address,
      ...rest,
      agent: agent ?? false,
      headers: { host: 'example.org', ...headers },
    };
    const send = isClear ? requestClear : request;
    send(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      response.on('error', () => resolve(null));
    })
      .on('error', () => resolve(null))
      .end(body);
  });
