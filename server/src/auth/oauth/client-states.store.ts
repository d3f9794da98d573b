import type { Query } from '../../database/database.ts';
import { insertRow } from '../../database/rows.ts';

/** Keeps our own code verifier of a flow at a provider. @returns the row's id */
export const insertClientState = (query: Query, provider_type: string, code_verifier: string, at: Date) =>
  insertRow(query, 'auth.oauth_client_states', { provider_type, code_verifier, created_at: at });

/** Removes the verifier, which works once. */
export async function takeCodeVerifier(query: Query, id: string): Promise<string | null> {
  const { rows } = await query<{ code_verifier: string | null }>(
    'delete from auth.oauth_client_states where id = $1 returning code_verifier',
    [id],
  );
  return rows[0]?.code_verifier ?? null;
}
