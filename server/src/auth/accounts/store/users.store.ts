import type { Query } from '../../../database/database.ts';
import { columnsOf, datedAt, insertRow } from '../../../database/rows.ts';
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
export async function updateUser(query: Query, id: string, changes: UserChanges, at: Date): Promise<void> {
  const { names, values } = columnsOf({ ...changes, updated_at: at });
  const assignments = names.map((name, index) => `${name} = $${index + 2}`);
  await query(`update auth.users set ${assignments.join(', ')} where id = $1`, [id, ...values]);
}

export async function deleteUser(query: Query, id: string): Promise<void> {
  await query('delete from auth.users where id = $1', [id]);
}
