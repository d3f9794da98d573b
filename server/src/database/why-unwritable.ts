import { IS_READ_ONLY } from './connections/connect.ts';
import { hasNoRoom } from './connections/unavailable.ts';
import type { Database } from './database.ts';

/** Writes a log record and a temporary file of about 250 kB, so that a full disk is noticed. It keeps nothing. */
const WRITE_PROBE = `
  select pg_catalog.pg_logical_emit_message(true, 'solostead', 'ready'), count(*) from pg_catalog.generate_series(1, 20000)`;

export const UNREACHABLE = 'the database cannot be reached';
const NO_WRITES = 'the database takes no writes';

/** Tries to write. Returns null on success, otherwise the reason, without facts about the machine. */
export async function whyUnwritable(database: Pick<Database, 'query' | 'pipeline'>): Promise<string | null> {
  try {
    const { rows } = await database.query<{ isReadOnly: boolean }>(
      `select (${IS_READ_ONLY}) as "isReadOnly"`,
    );
    if (rows[0]!.isReadOnly) return NO_WRITES;
    await database.pipeline({ work_mem: '64kB' }, [{ text: WRITE_PROBE }]);
    return null;
  } catch (error) {
    return hasNoRoom(error) || hasNoRoom((error as Error).cause) ? NO_WRITES : UNREACHABLE;
  }
}
