import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { measureCsv } from './api/csv.ts';
import { measureInserts } from './api/insert.ts';
import { measureReads } from './api/reads.ts';
import { adminToken } from './support/admin-token.ts';

export const TITLE =
  'the data API: INSERT against the same in-process, the admin reads at growing sizes, CSV';

export async function measure(): Promise<object> {
  const inserts = await withServer(measureInserts);
  const reading = await withServer(async (server) => {
    const token = await adminToken(server);
    const reads = await measureReads(server, token);
    return { reads, csv: await measureCsv(server) };
  });
  return { inserts, ...reading };
}

/** Each part has a database of its own, so that none finds what another left. */
async function withServer<Figures>(work: (server: TestServer) => Promise<Figures>): Promise<Figures> {
  const server = await startServer({ keepsLog: false });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
