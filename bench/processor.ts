import { startServer } from '../tests/harness/servers/server.ts';
import { measureApplications } from './processor/applications.ts';
import { measureInSql } from './processor/in-sql.ts';
import { measureRefreshes } from './processor/refreshes.ts';

export const TITLE =
  'processor time of an application and of a refresh; an INSERT against a bare table’s, in SQL';

/** One thing at a time, in processor time: other load of the machine lengthens it less than it does a wait. */
export async function measure(): Promise<object> {
  const server = await startServer({ keepsLog: false });
  try {
    // First, while nothing is left to clean up behind.
    const refreshes = await measureRefreshes(server);
    return {
      refreshes,
      applications: await measureApplications(server),
      inSql: await measureInSql(server),
    };
  } finally {
    await server.stop();
  }
}
