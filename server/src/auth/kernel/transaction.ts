import { randomUUID } from 'node:crypto';
import type { Batches } from '../../database/database.ts';
import type { Dated } from '../../database/rows.ts';
import { type Call, presentTime } from './call.ts';

/** A call inside a transaction, with the time at which the transaction began. */
export type Transaction<Kind extends Call = Call> = Kind & Dated;

/**
 * Runs `work` in one transaction. Inside it, use `tx` in place of the call, because other statements run on another
 * connection. `settings` are those of `Database.transaction`.
 *
 * @example
 * const account = await transaction(call, async (tx) => {
 *   await updateUser(tx, id, { phone });
 *   return getAccount(tx, id);
 * });
 */
export const transaction = <Kind extends Call, Answer>(
  call: Kind,
  work: (tx: Transaction<Kind>, batches: Batches) => Promise<Answer>,
  settings?: Readonly<Record<string, string>>,
): Promise<Answer> =>
  call.auth.database.transaction(
    (query, batches) => work({ ...call, query, at: presentTime(call) }, batches),
    settings,
  );

/** Returns the call for statements that each commit on their own. */
export const autocommit = <Kind extends Call>(call: Kind): Transaction<Kind> => ({
  ...call,
  query: call.auth.database.query,
  at: presentTime(call),
});

/**
 * Records an action in the transaction, so that the entry commits or rolls back with the change.
 * @param action named as in the reference service where it has a name
 * @param actorId the account, or null if unknown
 * @param traits facts such as the provider or the names of changed fields, never a password, code, token or address
 */
export const audit = (
  tx: Transaction,
  action: string,
  actorId: string | null,
  traits?: Readonly<Record<string, unknown>>,
): Promise<void> => insertAuditEntry(tx, tx.request.caller.address, { actor_id: actorId, action, traits });

/** Records an action of a caller at `address`, which is empty for the operator. */
export async function insertAuditEntry(
  { query, at }: Dated,
  address: string,
  payload: {
    actor_id: string | null;
    action: string;
    traits?: Readonly<Record<string, unknown>> | undefined;
  },
): Promise<void> {
  await query(
    'insert into auth.audit_log_entries (id, payload, created_at, ip_address) values ($1, $2, $3, $4)',
    [randomUUID(), JSON.stringify(payload), at, address],
    'audit',
  );
}
