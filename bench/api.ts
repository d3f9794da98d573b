import { startServer } from '../tests/harness/server.ts';
import { measureInserts } from './api/insert.ts';

export const title =
  'the data API: INSERT against the same in-process, the admin reads at growing sizes, CSV';

export async function measure(): Promise<object> {
  const server = await startServer();
  try {
    return { inserts: await measureInserts(server) };
  } finally {
    await server.stop();
  }
}
