import type { Query } from '../../database/database.ts';
import { datedAt, deleteRows, findRow, insertRow } from '../../database/rows.ts';

/** A sign-in on its way to an identity provider and back. */
export interface SamlRelayState {
  readonly id: string;
  readonly sso_provider_id: string;
  readonly request_id: string;
  readonly redirect_to: string | null;
  readonly flow_state_id: string | null;
  readonly created_at: string;
}

/** @returns the new state's id */
export const insertRelayState = (
  query: Query,
  state: Omit<SamlRelayState, 'id' | 'created_at'>,
  at: Date,
): Promise<string> => insertRow(query, 'auth.saml_relay_states', { ...state, ...datedAt(at) });

export const findRelayState = (query: Query, id: string): Promise<SamlRelayState | null> =>
  findRow(query, 'auth.saml_relay_states', 'id = $1', [id]);

/** Removes the state. Returns true for exactly one of any number of parallel uses. */
export const spendRelayState = async (query: Query, id: string): Promise<boolean> =>
  (await deleteRows(query, 'auth.saml_relay_states', { id })) === 1;
