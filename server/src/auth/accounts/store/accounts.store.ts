import type { Query } from '../../../database/database.ts';
import type { Account, AddressKind, UserChanges } from '../../kernel/entities/account.rules.ts';
import { datedAt, deleteRows, insertRow, updateRow } from '../../../database/rows.ts';

/** The columns of an Account for a row `u` of auth.users. */
export const ACCOUNT = `
  to_json(u) as user,
  coalesce((select json_agg(i order by i.created_at, i.id)
    from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select json_agg(f order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`;

async function findOne(query: Query, where: string, values: readonly unknown[]): Promise<Account | null> {
  const { rows } = await query<Account>(
    `select ${ACCOUNT} from auth.users u where ${where}`,
    values,
    `account: ${where}`,
  );
  return rows[0] ?? null;
}

export const findAccount = (query: Query, id: string): Promise<Account | null> =>
  findOne(query, 'u.id = $1', [id]);

/** Returns an account that this transaction has just written or locked. Throws when it does not exist. */
export async function getAccount(query: Query, id: string): Promise<Account> {
  const account = await findAccount(query, id);
  if (!account) throw new Error('The account no longer exists.');
  return account;
}

/** Returns the account with this lower-case address or this number, single sign-on excluded. */
export const findAccountBy = (query: Query, kind: AddressKind, address: string): Promise<Account | null> =>
  findOne(query, `u.${kind} = $1 and not u.is_sso_user`, [address]);

/** Like `findAccount`, holding the user's row until the transaction ends. */
export async function lockAccount(query: Query, id: string): Promise<Account | null> {
  await query('select 1 from auth.users where id = $1 for update', [id]);
  return findAccount(query, id);
}

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
export const updateUser = (query: Query, id: string, at: Date, changes: UserChanges): Promise<void> =>
  updateRow(query, 'auth.users', 'id', id, { ...changes, updated_at: at });

export const deleteUser = (query: Query, id: string) => deleteRows(query, 'auth.users', { id });
