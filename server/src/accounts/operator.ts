import { insertAuditEntry } from '../auth/kernel/transaction.ts';
import type { Dated } from '../database/rows.ts';

/** Records what the operator did with an account, in the transaction of the change. */
export const recordOperator = (
  db: Dated,
  action: 'user_signedup' | 'user_modified' | 'user_deleted' | 'logout',
  actor_id: string,
  traits: Readonly<Record<string, unknown>> = {},
): Promise<void> => insertAuditEntry(db, '', { actor_id, action, traits: { by: 'operator', ...traits } });
