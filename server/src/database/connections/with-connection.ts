import type { ClientBase, PoolClient } from 'pg';
import { DatabaseUnavailable } from '../database.ts';
import { CONNECT_TIMEOUT_MS, IS_READ_ONLY, READ_ONLY_SENTENCE, withDeadline } from './connect.ts';
import { asPromised, isReadOnlyRefusal, isUnavailable } from './unavailable.ts';

export interface ConnectionUse {
  /** True if it asked for a read-only transaction, so that a refused write is its own mistake. */
  readonly isReadOnly: boolean;
  /** The server's session is another's after each transaction. */
  readonly isShared: boolean;
}

/** A COMMIT that PostgreSQL answered with ROLLBACK. */
export class LostTransaction extends Error {
  override name = 'LostTransaction';
}

/**
 * Runs `work` with a separate connection, which is not used again if it broke, leads to a server that refuses writes, or may still
 * be inside a transaction.
 * @throws DatabaseUnavailable also where `work` has committed and its standby may not have it
 */
export async function withConnection<Answer>(
  connect: () => Promise<PoolClient>,
  use: ConnectionUse,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await connect();
  unreplicated.delete(client);
  let broken = false;
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);
  try {
    const answer = await work(client);
    if (unreplicated.has(client)) throw new DatabaseUnavailable('The commit may not be replicated.');
    return answer;
  } catch (raised) {
    const error = await explained(client, raised, use);
    broken ||= isUnavailable(error) || error instanceof LostTransaction;
    throw asPromised(error);
  } finally {
    client.off('error', onError);
    client.release(broken || client.getTransactionStatus() !== 'I');
  }
}

/** Connections on which a commit was told not to wait for its standby any longer. */
const unreplicated = new WeakSet<ClientBase>();

/**
 * Watches a new connection for the warning that a commit's wait for a synchronous standby was cancelled (PostgreSQL's
 * syncrep.c). The commit is durable here, but a failover may lose it. The message is in the server's language, so the
 * routine identifies it.
 */
export function watchCommits(client: ClientBase): void {
  client.on('notice', ({ routine }: { routine?: string | undefined }) => {
    if (routine === 'SyncRepWaitForLSN') unreplicated.add(client);
  });
}

/** A write refused because the whole server is read-only, a standby, not because the transaction is. */
async function explained(client: PoolClient, error: unknown, use: ConnectionUse): Promise<unknown> {
  if (!isReadOnlyRefusal(error)) return error;
  const standby = new DatabaseUnavailable(READ_ONLY_SENTENCE, { cause: error });
  if (use.isShared) {
    if (use.isReadOnly) return error;
    await endStandbySession(client);
    return standby;
  }
  try {
    const { rows } = await withDeadline(client, CONNECT_TIMEOUT_MS, () =>
      client.query<{ isReadOnly: boolean }>(`select (${IS_READ_ONLY}) as "isReadOnly"`),
    );
    return rows[0]!.isReadOnly ? standby : error;
  } catch (cause) {
    return asPromised(cause);
  }
}

/** Ends a pooled session whose server refuses writes: the pooler would keep it for the next client. */
export async function endStandbySession(client: ClientBase): Promise<void> {
  const text = `select pg_catalog.pg_terminate_backend(pg_catalog.pg_backend_pid()) where ${IS_READ_ONLY}`;
  await withDeadline(client, CONNECT_TIMEOUT_MS, () => client.query(text)).catch(() => {});
}
