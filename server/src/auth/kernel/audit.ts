import { randomUUID } from 'node:crypto';
import type { Query } from '../../database/database.ts';
import { type Call, presentTime } from './call.ts';

/**
 * Records an action in the transaction of `query`, so that the entry commits or rolls back with the change.
 * @param action named as in the reference service where it has a name
 * @param actorId the account, or null if unknown
 * @param traits facts such as the provider or the names of changed fields, never a password, code, token or address
 */
export async function audit(
  call: Call,
  query: Query,
  action: string,
  actorId: string | null,
  traits?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await query(
    'insert into auth.audit_log_entries (id, payload, created_at, ip_address) values ($1, $2, $3, $4)',
    [
      randomUUID(),
      JSON.stringify({ actor_id: actorId, action, traits }),
      presentTime(call),
      call.request.caller.address,
    ],
    'audit',
  );
}
