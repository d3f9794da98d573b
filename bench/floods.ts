import { sampleApplication } from '../tests/harness/applicant.ts';
import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { HttpClient, requestHead } from './support/http-client.ts';
import { median, rounded } from './support/numbers.ts';

export const TITLE = 'applications of others during a flood from one client';

const SECONDS = 3;
const ROUNDS = 3;
const CONNECTIONS = 60;

/** Method, path and body of each kind of flood. */
const floods: Readonly<Record<string, readonly [string, string, string]>> = {
  pages: ['GET', '/', ''],
  'data API description': ['GET', '/rest/v1/', ''],
  "applicant's page": ['POST', '/rest/v1/rpc/my_application', '{"link_secret":"0000000000000000000000"}'],
  functions: ['POST', '/functions/v1/send-confirmation-email', '{"name":"x","email":"x@example.org"}'],
  'sign-ups': ['POST', '/auth/v1/signup', '{"email":"x@example.org","password":"quite a fine passphrase"}'],
};

/** The limits are on and each applicant has an address of its own, so that only the flood meets a limit. */
export async function measure(): Promise<object> {
  const server = await startServer({
    site: true,
    keepsLog: false,
    env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' },
  });
  try {
    const ratios: Record<string, number> = {};
    for (const kind of Object.keys(floods)) {
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const quiet = await applicationsPerSecond(server);
        const stop = await startFlood(server, floods[kind]!);
        rounds.push((await applicationsPerSecond(server)) / quiet);
        await stop();
      }
      ratios[kind] = rounded(median(rounds));
      console.log(`  ${kind}: applications of others at ${ratios[kind]} of their speed`);
    }
    return { ratios };
  } finally {
    await server.stop();
  }
}

let applicants = 0;

/** One application after the other, with a short pause. */
async function applicationsPerSecond(server: TestServer): Promise<number> {
  const client = await HttpClient.open(server.url);
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until) {
    applicants += 1;
    const head = requestHead('POST', `${server.url}/rest/v1/applications`, {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      prefer: 'return=minimal',
      'x-forwarded-for': `10.${(applicants >> 8) & 255}.${applicants & 255}.9`,
    });
    const begun = performance.now();
    const { status } = await client.send(head, JSON.stringify(sampleApplication()));
    if (status !== 201) throw new Error(`an application was answered with ${status}`);
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  client.close();
  return 1000 / median(times);
}

/** Sends the same request over and over from one address. Returns the function that ends it. */
async function startFlood(
  server: TestServer,
  [method, path, body]: readonly [string, string, string],
): Promise<() => Promise<void>> {
  const head = requestHead(method, server.url + path, {
    apikey: server.publishableKey,
    'content-type': 'application/json',
    'x-forwarded-for': '203.0.113.7',
  });
  let isOver = false;
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => HttpClient.open(server.url)));
  const running = clients.map(async (client) => {
    while (!isOver) await client.send(head, body);
    client.close();
  });
  return async () => {
    isOver = true;
    await Promise.all(running);
  };
}
