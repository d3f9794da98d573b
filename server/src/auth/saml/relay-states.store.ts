import { randomUUID } from 'node:crypto';
import type { Query } from '../../database/database.ts';

/** A sign-in on its way to an identity provider and back. */
export interface SamlRelayState {
  readonly id: string;
  readonly sso_provider_id: string;
  readonly request_id: string;
  readonly redirect_to: string | null;
  readonly flow_state_id: string | null;
  readonly created_at: string;
}

export async function insertRelayState(
  query: Query,
  state: {
    providerId: string;
    requestId: string;
    redirectTo: string;
    flowStateId: string | null;
    at: Date;
  },
): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [id, state.providerId, state.requestId, state.redirectTo, state.flowStateId, state.at],
  );
  return id;
}

export async function findRelayState(query: Query, id: string): Promise<SamlRelayState | null> {
  const { rows } = await query<{ state: SamlRelayState }>(
    'select to_jsonb(r) as state from auth.saml_relay_states r where id = $1',
    [id],
  );
  return rows[0]?.state ?? null;
}

/** Removes the state. Returns true for exactly one of any number of parallel uses. */
export async function spendRelayState(query: Query, id: string): Promise<boolean> {
  const { rowCount } = await query('delete from auth.saml_relay_states where id = $1', [id]);
  return rowCount === 1;
}
