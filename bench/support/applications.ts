import { sampleApplication } from '../../tests/harness/applicant.ts';
import type { TestServer } from '../../tests/harness/servers/server.ts';
import { HttpClient, requestHead } from './http-client.ts';
import { type LoadResult, underLoad } from './load.ts';
import { measureUse } from './process-use.ts';

export interface ApplicationLoad extends LoadResult {
  /** Processor time per application of the server with its PostgreSQL, in milliseconds. */
  readonly processorMs: number;
  /** The server's part of it. */
  readonly serverMs: number;
}

/** The first lines of the request that sends an application. */
export const applicationHead = (
  server: Pick<TestServer, 'url' | 'publishableKey'>,
  headers: Readonly<Record<string, string>> = {},
): string =>
  requestHead('POST', `${server.url}/rest/v1/applications`, {
    apikey: server.publishableKey,
    'content-type': 'application/json',
    prefer: 'return=minimal',
    ...headers,
  });

/** Sends one application. Rejects unless it is accepted. */
export async function sendApplication(client: HttpClient, head: string): Promise<void> {
  const status = await client.send(head, JSON.stringify(sampleApplication()));
  if (status !== 201) throw new Error(`an application was answered with ${status}`);
}

/** Sends applications over `clients` connections for `seconds`, after a warm-up. */
export async function sendApplications(
  server: TestServer,
  clients: number,
  seconds: number,
): Promise<ApplicationLoad> {
  const connections = await HttpClient.openMany(server.url, clients);
  const head = applicationHead(server);
  const useOf = measureUse(server.pid);
  let requests = 0;
  const load = await underLoad(clients, seconds, async (client) => {
    requests += 1;
    await sendApplication(connections[client]!, head);
  });
  const { serverMs, postgresMs } = useOf(requests);
  for (const connection of connections) connection.close();
  return { ...load, processorMs: serverMs + postgresMs, serverMs };
}
