import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { applicationHead, sendApplication } from './support/applications.ts';
import { HttpClient, requestHead } from './support/http-client.ts';
import { median, rounded } from './support/numbers.ts';

export const TITLE = 'applications of others during a flood from one client';

const SECONDS = 3;
const ROUNDS = 3;

interface Flood {
  readonly path: string;
  /** The body of a POST request. Without one it is a GET request. */
  readonly body?: (connection: number) => object;
  /** The address of each connection, one for all by default. */
  readonly from?: (connection: number) => string;
}

const CONNECTIONS = 60;
const ATTACKER = '203.0.113.7';
const person = { name: 'x', email: 'x@example.org', password: 'quite a fine passphrase' };

const floods: Readonly<Record<string, Flood>> = {
  pages: { path: '/' },
  'data API description': { path: '/rest/v1/' },
  "applicant's page": { path: '/rest/v1/rpc/my_application', body: () => ({ link_secret: '0'.repeat(22) }) },
  functions: { path: '/functions/v1/send-confirmation-email', body: () => person },
  'sign-ups': { path: '/auth/v1/signup', body: () => person },
  // A botnet, whose addresses no limit refuses: each sign-in costs a password check.
  'sign-ins of a botnet': {
    path: '/auth/v1/token?grant_type=password',
    body: (connection) => ({ email: `wrong${connection}@example.org`, password: 'guess' }),
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
  { path, body, from = () => ATTACKER }: Flood,
): Promise<() => Promise<void>> {
  let isOver = false;
  const clients = await HttpClient.openMany(server.url, CONNECTIONS);
  const running = clients.map(async (client, connection) => {
    const head = requestHead(body ? 'POST' : 'GET', server.url + path, {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': from(connection),
    });
    const text = body && JSON.stringify(body(connection));
    while (!isOver) await client.send(head, text);
    client.close();
  });
  return async () => {
    isOver = true;
    await Promise.all(running);
  };
}
