import { randomUUID } from 'node:crypto';
import type { Query } from '../../../database/database.ts';

/** Recorded actions, named as in the reference service where it has a name. */
export type AuditAction =
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'token_refreshed'
  | 'token_revoked'
  | 'user_signedup'
  | 'user_invited'
  | 'user_deleted'
  | 'user_modified'
  | 'user_updated_password'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'user_confirmation_requested'
  | 'verification_failed'
  | 'identity_unlinked'
  | 'factor_in_progress'
  | 'factor_unenrolled'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_updated'
  | 'factor_deleted'
  | 'generate_link'
  | (string & {});

export interface AuditEntry {
  readonly action: AuditAction;
  /** The account, or null if unknown. */
  readonly actorId: string | null;
  readonly address: string;
  /** Facts such as the provider or the names of changed fields, never a password, code, token or address. */
  readonly traits?: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Writes an entry. Pass the transaction's `query` so that it commits or rolls back with the change. */
export async function writeAudit(query: Query, entry: AuditEntry): Promise<void> {
  const payload = { actor_id: entry.actorId, action: entry.action, traits: entry.traits };
  await query(
    'insert into auth.audit_log_entries (id, payload, created_at, ip_address) values ($1, $2, $3, $4)',
    [randomUUID(), JSON.stringify(payload), entry.at, entry.address],
    'audit',
  );
}
