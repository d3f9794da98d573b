import { Client, type QueryResultRow } from 'pg';

/** The user of programs that refuse to run as root, unless the tests run as another user. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Returns the rows of one statement over a new connection. */
export async function queryAt<Row extends QueryResultRow>(
  connectionString: string,
  text: string,
): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns true if a client can connect, which needs no database behind a pooler. */
export async function canConnect(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  const isThere = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => {});
  return isThere;
}
