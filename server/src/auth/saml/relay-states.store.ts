import type { Queryable } from '../../database/database.ts';
import { type Dated, datedAt, deleteRows, findRow, insertRow } from '../../database/rows.ts';

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
export const insertRelayState = (db: Dated, state: Omit<SamlRelayState, 'id' | 'created_at'>) =>
  insertRow(db, 'auth.saml_relay_states', { ...state, ...datedAt(db) });

export const findRelayState = (db: Queryable, id: string): Promise<SamlRelayState | null> =>
  findRow(db, 'auth.saml_relay_states', 'id = $1', [id]);

/** Removes the state. Returns true for exactly one of any number of parallel uses. */
export const spendRelayState = async (db: Queryable, id: string): Promise<boolean> =>
  (await deleteRows(db, 'auth.saml_relay_states', { id })) === 1;
