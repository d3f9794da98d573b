import type { Query } from '../../database/database.ts';

/** Removes every second factor of a user. */
export async function deleteFactors(query: Query, userId: string): Promise<void> {
  await query('delete from auth.mfa_factors where user_id = $1', [userId]);
}
