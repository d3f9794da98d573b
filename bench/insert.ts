import { Pool } from 'pg';
import { sampleApplication } from '../tests/harness/applicant.ts';
import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { sendApplications } from './support/applications.ts';
import { type LoadResult, underLoad } from './support/load.ts';
import { medians } from './support/numbers.ts';

export const TITLE = 'applications over HTTP against the same INSERT in-process, with 1, 32 and 128 clients';

const ROUNDS = 5;
const SECONDS = 2;

/** HTTP and in-process take turns, so that other load of the machine affects both. Ratios are medians of the rounds. */
export async function measure(): Promise<object> {
  const server = await startServer({ keepsLog: false });
  try {
    const figures: Record<string, object> = {};
    for (const clients of [1, 32, 128]) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const direct = await insertInProcess(server, clients);
        const http = await sendApplications(server, clients, SECONDS);
        rounds.push({
          ratio: http.perSecond / direct.perSecond,
          perSecond: http.perSecond,
          p99Ms: http.p99Ms,
          serverMs: http.serverMs,
          inProcessPerSecond: direct.perSecond,
        });
      }
      const middle = medians(rounds);
      figures[`${clients} clients`] = middle;
      console.log(
        `  ${clients} clients: ${middle.perSecond}/s over HTTP (p99 ${middle.p99Ms} ms, ` +
          `${middle.serverMs} ms of the server's processor each), ` +
          `${middle.inProcessPerSecond}/s in-process, ratio ${middle.ratio}`,
      );
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/** Inserts like the server: the visitor's role, sixteen connections, one prepared statement. */
async function insertInProcess(server: TestServer, clients: number): Promise<LoadResult> {
  const pool = new Pool({ connectionString: server.databaseUrl, max: 16, options: '-c role=anon' });
  const keys = Object.keys(sampleApplication());
  const text = `insert into public.applications (${keys.join(', ')}) values (${keys.map((_, at) => `$${at + 1}`).join(', ')})`;
  const load = await underLoad(clients, SECONDS, async () => {
    await pool.query({ name: 'insert', text, values: Object.values(sampleApplication()) });
  });
  await pool.end();
  return load;
}
