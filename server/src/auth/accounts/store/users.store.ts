import type { Query } from '../../../database/database.ts';
import { datedAt, insertRow, updateRow } from '../../../database/rows.ts';
import type { UserChanges } from '../../kernel/entities/account.rules.ts';

/** @returns the new user's id. Rejects with 23505 when the address or number is taken. */
export function insertUser(
  query: Query,
  user: UserChanges & { readonly id?: string },
  at: Date,
): Promise<string> {
  return insertRow(query, 'auth.users', {
    instance_id: '00000000-0000-0000-0000-000000000000',
    aud: 'authenticated',
    role: 'authenticated',
    ...user,
    ...datedAt(at),
  });
}

/** Sets the given columns and dates the change. */
export const updateUser = (query: Query, id: string, changes: UserChanges, at: Date): Promise<void> =>
  updateRow(query, 'auth.users', 'id', id, { ...changes, updated_at: at });

export async function deleteUser(query: Query, id: string): Promise<void> {
  await query('delete from auth.users where id = $1', [id]);
}
