import type { Query } from '../../database/database.ts';
import type { Call } from '../request/call.ts';
import { presentTime } from '../request/call.ts';
import type { AuditAction } from '../store/audit.ts';
import { writeAudit } from '../store/audit.ts';

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
