import { sampleApplication } from '../../tests/harness/applicant.ts';
import type { TestServer } from '../../tests/harness/servers/server.ts';
import { HttpClient, requestHead } from '../support/http-client.ts';
import { type Cost, costOf, report } from './cost.ts';

const APPLICATIONS = 2_000;
const CLIENTS = 8;

/** What POSTed applications cost, eight at a time. */
export async function measureApplications(server: TestServer): Promise<Cost> {
  const connections = await Promise.all(Array.from({ length: CLIENTS }, () => HttpClient.open(server.url)));
  const head = requestHead('POST', `${server.url}/rest/v1/applications`, {
    apikey: server.publishableKey,
    'content-type': 'application/json',
    prefer: 'return=minimal',
  });
  const cost = await costOf(server, APPLICATIONS, async (count) => {
    let left = count;
    const apply = async (connection: HttpClient) => {
      while (left-- > 0) {
        const { status } = await connection.send(head, JSON.stringify(sampleApplication()));
        if (status !== 201) throw new Error(`an INSERT was answered with ${status}`);
      }
    };
    await Promise.all(connections.map(apply));
  });
  for (const connection of connections) connection.close();
  return report('an application', cost);
}
