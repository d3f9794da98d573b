import type { ClientBase } from 'pg';
import { listTables, nameOf, type Table } from '../backup/tables.ts';
import type { MovedTable } from './moved-tables.ts';

/** A product's tables whose rows are not moved. */
export interface SkippedTables {
  /** Information for the operator, printed after their number. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Tables that are not reported, because they are in progress or specific to each side. */
  readonly transient: readonly string[];
}

const sentences: Readonly<Record<string, string>> = {
  'auth.sessions': 'sessions: people sign in again, for their tokens were signed with other keys',
  'auth.webauthn_credentials':
    'passkeys: the auth service there has no table for them, so their owners sign in another way and make new ones',
  'auth.mfa_recovery_code_sets':
    'sets of recovery codes: the auth service there knows none, so their owners keep another second factor',
  'auth.one_time_tokens':
    'links and codes that were mailed and not used yet: have them sent again from there',
  'auth.audit_log_entries': 'entries of the audit log',
};

const transient = [
  'auth.refresh_tokens',
  'auth.mfa_amr_claims',
  'auth.mfa_challenges',
  'auth.webauthn_challenges',
  'auth.totp_uses',
  'auth.mfa_recovery_codes',
  'auth.flow_state',
  'auth.flow_session_ends',
  'auth.saml_relay_states',
  'auth.oauth_client_states',
  'auth.spent_proofs',
  'auth.limits',
  'auth.schema_migrations',
  'auth.instances',
];

/** Returns one line for each table of `schemas` whose rows stay, with their number. `source` is inside the move's transaction. */
export async function describeSkipped(
  source: ClientBase,
  moved: readonly MovedTable[],
  schemas: readonly string[],
  more: SkippedTables,
) {
  const isMoved = (table: Table) =>
    moved.some(({ schema, name }) => schema === table.schema && name === table.name);
  const lines: string[] = [];
  for (const table of await listTables(source, schemas)) {
    const name = `${table.schema}.${table.name}`;
    if (isMoved(table) || transient.includes(name) || more.transient.includes(name)) continue;
    const alive = name === 'auth.sessions' ? 'where not_after is null or not_after > now()' : '';
    const { rows } = await source.query<{ count: number }>(
      `select count(*)::int as count from ${nameOf(table)} ${alive}`,
    );
    if (rows[0]!.count > 0)
      lines.push(`${rows[0]!.count} ${more.sentences[name] ?? sentences[name] ?? `rows of ${name}`}`);
  }
  return lines;
}
