import { Agent, request } from 'node:http';
import type { ApplicationRow } from '../../../supabase/functions/_shared/contract/application.ts';
import { sampleApplication } from '../../harness/applicant.ts';
import { expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const test = testStarting({ env: { LIMITS: 'on', HOST: '0.0.0.0' } });

test('one address with a hundred connections does not keep any other address from its confirmation mail', async ({
  server,
}) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const flood: Answer[] = [];
  let isOver = false;
  const flooding = Promise.all(
    Array.from({ length: 100 }, async () => {
      while (!isOver) flood.push(await ask(server, 'flood@example.org', '127.0.0.66', agent));
    }),
  );
  await expect.poll(() => flood.length).toBeGreaterThan(200);

  const honest: ApplicationRow[] = Array.from({ length: 15 }, () => sampleApplication());
  const statuses = await Promise.all(
    honest.map(async (row, index) => {
      const from = `127.0.0.${100 + index}`;
      const applied = await post(server, '/rest/v1/applications', row, from);
      return [applied.status, (await ask(server, row.email, from)).status];
    }),
  );
  isOver = true;
  await flooding;
  agent.destroy();
  expect(statuses).toEqual(honest.map(() => [201, 200]));
  const receivers = async () => (await server.mails()).map(({ to }) => to?.[0]?.address).toSorted();
  await expect.poll(receivers).toEqual(honest.map(({ email }) => email).toSorted());

  expect(flood.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(flood.every(({ status, retryAfter }) => (status === 429) === (retryAfter !== undefined))).toBe(true);
});

type Answer = { readonly status: number; readonly retryAfter: string | undefined };

/** Posts from one of the loopback network's addresses, so that the server sees several callers. */
function post(server: TestServer, path: string, body: object, from: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    const headers = {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      prefer: 'return=minimal',
    };
    const options = { host: '127.0.0.1', port, path, method: 'POST', localAddress: from, headers, agent };
    const sent = request(options, (response) => {
      const { statusCode, headers: told } = response;
      response.resume().on('end', () => resolve({ status: statusCode!, retryAfter: told['retry-after'] }));
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}
const ask = (server: TestServer, email: string, from: string, agent?: Agent) =>
  post(server, '/functions/v1/send-confirmation-email', { name: 'x', email }, from, agent);
