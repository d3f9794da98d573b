import type { Query } from '../../../database/database.ts';
import { type Call, presentTime } from '../call.ts';
import { type AuditAction, writeAudit } from './audit.store.ts';

/** Notes who did what, in the transaction of `query`. */
export async function audit(
  call: Call,
  query: Query,
  action: AuditAction,
  actorId: string | null,
  traits?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const address = call.request.caller.address;
  await writeAudit(query, { action, actorId, address, traits, at: presentTime(call) });
}
