import { sampleApplication } from '../../tests/harness/applicant.ts';
import { post } from '../support/post.ts';
import type { Started } from './contestant.ts';

export const member = { email: 'member@lab.example', password: 'only-4-benchmarks' } as const;

export interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The rows of every contestant's table. The search finds one in a hundred. */
export const ROWS = 10_000;
/** The peer takes 100 parameters a statement on SQLite: nine rows of eleven columns. */
const BATCH = 9;

/** Signs the member up and fills the table over the wire, the same for each. */
export async function fill(server: Started): Promise<void> {
  await post(server, '/auth/v1/signup', member);
  for (let from = 0; from < ROWS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, ROWS - from) }, (_, at) =>
      sampleApplication({
        name: (from + at) % 100 === 0 ? `Zenith Builder ${from + at}` : `Builder ${from + at}`,
      }),
    );
    await post(server, '/rest/v1/applications', rows, { apikey: server.secretKey });
  }
}

/** Returns the status of the answer to a duplicate. */
export async function duplicateStatus({ url, publishableKey }: Started): Promise<number> {
  const row = JSON.stringify(sampleApplication());
  const headers = { apikey: publishableKey, 'content-type': 'application/json', prefer: 'return=minimal' };
  const ask = () => fetch(`${url}/rest/v1/applications`, { method: 'POST', headers, body: row });
  await ask();
  return (await ask()).status;
}

export async function signIn(server: Started): Promise<Session> {
  const text = await post(server, '/auth/v1/token?grant_type=password', member);
  return JSON.parse(text) as Session;
}
