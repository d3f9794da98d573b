import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { applicationHead, sendApplication } from './support/applications.ts';
import { HttpClient, requestHead } from './support/http-client.ts';
import { median, rounded } from './support/numbers.ts';

export const TITLE = 'applications of others during a flood from one client';

const SECONDS = 3;
const ROUNDS = 3;

interface Flood {
  readonly request: readonly [method: string, path: string, body: (connection: number) => string];
  readonly connections: number;
  /** The address of each connection. */
  from(connection: number): string;
}

const ATTACKER = '203.0.113.7';
const fromOne = (method: string, path: string, body: string): Flood => ({
  request: [method, path, () => body],
  connections: 60,
  from: () => ATTACKER,
});
const floods: Readonly<Record<string, Flood>> = {
  pages: fromOne('GET', '/', ''),
  'data API description': fromOne('GET', '/rest/v1/', ''),
  "applicant's page": fromOne(
    'POST',
    '/rest/v1/rpc/my_application',
    '{"link_secret":"0000000000000000000000"}',
  ),
  functions: fromOne('POST', '/functions/v1/send-confirmation-email', '{"name":"x","email":"x@example.org"}'),
  'sign-ups': fromOne(
    'POST',
    '/auth/v1/signup',
    '{"email":"x@example.org","password":"quite a fine passphrase"}',
  ),
  // A botnet, whose addresses no limit refuses: each sign-in costs a password check.
  'sign-ins of a botnet': {
    request: [
      'POST',
      '/auth/v1/token?grant_type=password',
      (connection) => JSON.stringify({ email: `wrong${connection}@example.org`, password: 'guess' }),
    ],
    connections: 64,
    from: (connection) => `198.18.${connection}.1`,
  },
};

/** Limits are on, and each applicant has an address, so that only the flood meets a limit. */
export async function measure(): Promise<object> {
  const server = await startServer({
    site: true,
    keepsLog: false,
    env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' },
  });
  try {
    const applications: Record<string, number> = {};
    for (const [kind, flood] of Object.entries(floods)) {
      applications[kind] = rounded(1 / (await compare(server, flood)));
      console.log(`  ${kind}: applications of others at ${applications[kind]} of their speed`);
    }
    return { applications };
  } finally {
    await server.stop();
  }
}

/** Quiet and flooded take turns, so that other load of the machine affects both. Returns the median ratio of their times. */
async function compare(server: TestServer, flood: Flood): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const quietMs = await applicationMs(server);
    const stop = await startFlood(server, flood);
    ratios.push((await applicationMs(server)) / quietMs);
    await stop();
  }
  return median(ratios);
}

let applicants = 0;

/** The median time of an application, one after the other with a short pause. */
async function applicationMs(server: TestServer): Promise<number> {
  const client = await HttpClient.open(server.url);
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until) {
    applicants += 1;
    const from = `10.${(applicants >> 8) & 255}.${applicants & 255}.9`;
    const begun = performance.now();
    await sendApplication(client, applicationHead(server, { 'x-forwarded-for': from }));
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  client.close();
  return median(times);
}

/** Sends the same request over and over. Returns the function that ends it. */
async function startFlood(
  server: TestServer,
  { request, connections, from }: Flood,
): Promise<() => Promise<void>> {
  const [method, path, body] = request;
  let isOver = false;
  const clients = await HttpClient.openMany(server.url, connections);
  const running = clients.map(async (client, connection) => {
    const head = requestHead(method, server.url + path, {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': from(connection),
    });
    while (!isOver) await client.send(head, body(connection));
    client.close();
  });
  return async () => {
    isOver = true;
    await Promise.all(running);
  };
}
