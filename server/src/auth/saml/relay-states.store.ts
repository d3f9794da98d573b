import type { Queryable } from '../../database/database.ts';
import { type Dated, datedAt, deleteRows, insertRow } from '../../database/rows.ts';

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

/** The answers that may fail before a person has to begin again. */
const MAX_ANSWERS = 3;

/** Counts an answer, before it is verified, and returns the state. Null if there is none, or it had all its answers. */
export async function takeAnswer(db: Queryable, id: string): Promise<SamlRelayState | null> {
  const { rows } = await db.query<SamlRelayState>(
    `update auth.saml_relay_states set answers = answers + 1 where id = $1 and answers < $2
     returning id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at`,
    [id, MAX_ANSWERS],
  );
  return rows[0] ?? null;
}

/** Removes the state. Returns true for exactly one of any number of parallel uses. */
export const spendRelayState = async (db: Queryable, id: string): Promise<boolean> =>
  (await deleteRows(db, 'auth.saml_relay_states', { id })) === 1;
