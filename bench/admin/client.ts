import type { TestServer } from '../../tests/harness/servers/server.ts';

/** An owner's requests to a server's data API. */
export interface AdminClient {
  readonly server: TestServer;
  /** Returns the answer and its time. Rejects when the request is refused. */
  call<Answer>(name: string, body: object): Promise<{ answer: Answer; milliseconds: number }>;
}

/** `token` is an owner's. */
export function adminClient(server: TestServer, token: string): AdminClient {
  return {
    server,
    async call<Answer>(name: string, body: object) {
      const start = performance.now();
      const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      const milliseconds = performance.now() - start;
      if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text.slice(0, 300)}`);
      return { answer: JSON.parse(text) as Answer, milliseconds };
    },
  };
}
