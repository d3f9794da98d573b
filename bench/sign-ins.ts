import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { HttpClient, requestHead } from './support/http-client.ts';
import { type LoadResult, underLoad } from './support/load.ts';
import { median, rounded } from './support/numbers.ts';
import { sampleApplication } from '../tests/harness/applicant.ts';

export const TITLE = 'applications, and a right sign-in, during a flood of wrong sign-ins';

const SECONDS = 5;
const ROUNDS = 3;
const APPLICANTS = 8;
const ATTACKERS = 64;

/**
 * Limits are off: every attacker is a caller of their own, as a botnet's would be, so that each sign-in costs a
 * password check. With limits on, one address is refused from memory after thirty.
 */
export async function measure(): Promise<object> {
  const server = await startServer({ keepsLog: false });
  try {
    const rounds: { alone: LoadResult; flooded: LoadResult; signIns: number }[] = [];
    // In turn, so that other load of the machine falls on both.
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ alone: await applying(server), ...(await underFlood(server)) });
    }
    const alone = median(rounds.map((round) => round.alone.perSecond));
    const flooded = median(rounds.map((round) => round.flooded.perSecond));
    const signInsPerSecond = median(rounds.map((round) => round.signIns));
    const ratio = rounded(median(rounds.map((round) => round.flooded.perSecond / round.alone.perSecond)));
    console.log(
      `  applications alone: ${alone}/s; while ${signInsPerSecond}/s sign-ins are checked: ${flooded}/s`,
    );
    console.log(`  ratio ${ratio} (medians of ${ROUNDS} rounds)`);
    return { alone, flooded, signInsPerSecond, ratio, rounds, rightSignIn: await measureRightSignIn() };
  } finally {
    await server.stop();
  }
}

/** Milliseconds of a right sign-in, quiet and while one /24 network keeps the queue of password checks full. */
async function measureRightSignIn(): Promise<object> {
  const server = await startServer({
    keepsLog: false,
    env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' },
  });
  try {
    const right = { email: 'right@example.org', password: 'quite a fine passphrase' };
    await fetch(`${server.url}/auth/v1/admin/users`, {
      method: 'POST',
      headers: {
        apikey: server.secretKey,
        authorization: `Bearer ${server.secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...right, email_confirm: true }),
    });
    const timed = async (round: number) => {
      const begun = performance.now();
      const status = await signIn(server, 'token?grant_type=password', `198.51.${round}.7`, right);
      if (status !== 200) throw new Error(`a right sign-in was answered with ${status}`);
      return performance.now() - begun;
    };
    const quietMs = [];
    for (let round = 1; round <= ROUNDS * 3; round += 1) quietMs.push(await timed(round));
    const flood = Promise.all(
      Array.from({ length: 130 }, (_, index) =>
        signIn(server, 'token?grant_type=password', `203.0.113.${index % 5}`, {
          email: `wrong${index}@example.org`,
          password: 'guess',
        }),
      ),
    );
    const floodedMs = [];
    for (let round = 1; round <= ROUNDS; round += 1) floodedMs.push(await timed(100 + round));
    await flood;
    const [quiet, flooded] = [median(quietMs), median(floodedMs)];
    const ratio = rounded(flooded / quiet);
    console.log(
      `  a right sign-in: ${rounded(quiet)} ms, during a flood from one /24: ${rounded(flooded)} ms, ratio ${ratio}`,
    );
    return { quietMs, floodedMs, ratio };
  } finally {
    await server.stop();
  }
}

async function signIn(server: TestServer, path: string, from: string, body: object): Promise<number> {
  const headers = {
    apikey: server.publishableKey,
    'content-type': 'application/json',
    'x-forwarded-for': from,
  };
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

async function applying(server: TestServer): Promise<LoadResult> {
  const connections = await connect(server, APPLICANTS);
  const head = requestHead('POST', `${server.url}/rest/v1/applications`, {
    apikey: server.publishableKey,
    'content-type': 'application/json',
    prefer: 'return=minimal',
  });
  const result = await underLoad(APPLICANTS, SECONDS, async (client) => {
    const { status } = await connections[client]!.send(head, JSON.stringify(sampleApplication()));
    if (status !== 201) throw new Error(`an INSERT was answered with ${status}`);
  });
  for (const connection of connections) connection.close();
  return result;
}

async function underFlood(server: TestServer): Promise<{ flooded: LoadResult; signIns: number }> {
  const connections = await connect(server, ATTACKERS);
  const head = requestHead('POST', `${server.url}/auth/v1/token?grant_type=password`, {
    apikey: server.publishableKey,
    'content-type': 'application/json',
  });
  const flood = { isOver: false, answered: 0 };
  const attackers = connections.map(async (connection, attacker) => {
    while (!flood.isOver) {
      await connection.send(head, JSON.stringify({ email: `a${attacker}@example.org`, password: 'guess' }));
      flood.answered += 1;
    }
  });
  const begun = performance.now();
  const flooded = await applying(server);
  const signIns = Math.round(flood.answered / ((performance.now() - begun) / 1_000));
  flood.isOver = true;
  await Promise.all(attackers);
  for (const connection of connections) connection.close();
  return { flooded, signIns };
}

const connect = (server: TestServer, count: number): Promise<HttpClient[]> =>
  Promise.all(Array.from({ length: count }, () => HttpClient.open(server.url)));
