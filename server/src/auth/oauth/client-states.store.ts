import { randomUUID } from 'node:crypto';
import type { Query } from '../../database/database.ts';

/** Keeps our own code verifier of a flow at a provider. @returns the row's id */
export async function insertClientState(
  query: Query,
  state: { provider: string; codeVerifier: string; at: Date },
): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values ($1, $2, $3, $4)`,
    [id, state.provider, state.codeVerifier, state.at],
  );
  return id;
}

/** Removes the verifier, which works once. */
export async function takeCodeVerifier(query: Query, id: string): Promise<string | null> {
  const { rows } = await query<{ code_verifier: string | null }>(
    'delete from auth.oauth_client_states where id = $1 returning code_verifier',
    [id],
  );
  return rows[0]?.code_verifier ?? null;
}
